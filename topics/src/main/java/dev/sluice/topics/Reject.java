package dev.sluice.topics;

import java.nio.ByteBuffer;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;

/**
 * Encodes records that could not be curated for the rejects topic: as they came, with the reason.
 */
public final class Reject {
  private Reject() {}

  /**
   * A reject as a record's value.
   *
   * @param reason key of the outcome, or why the record could not be read
   * @param partition of {@code documents} that it came from
   * @param offset in that partition
   * @param record its value, untouched
   */
  public static byte[] encode(String reason, int partition, long offset, byte[] record) {
    GenericRecord reject = new GenericData.Record(Schemas.REJECT);
    reject.put("reason", reason);
    reject.put("partition", partition);
    reject.put("offset", offset);
    reject.put("record", ByteBuffer.wrap(record));
    return SingleObject.encode(reject);
  }
}
