package dev.sluice.topics.record;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;

/**
 * Encodes records that could not be curated for the rejects topic: as they came, with the reason.
 */
public final class Reject {
  private static final int LONGEST_REASON = 300;

  /** A reason in UTF-8, the other fields, and what Kafka adds to a record and to a batch. */
  private static final int OVERHEAD = 2048;

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
    return encoded(reason, partition, offset, record);
  }

  /**
   * A reject of whatever somebody has sent: the reason is shortened, and of a record that would not
   * fit the beginning is kept, which the reason says.
   *
   * @param most bytes that the reject may have with all that Kafka adds
   */
  public static byte[] encode(String reason, int partition, long offset, byte[] record, int most) {
    String shortened =
        reason.length() > LONGEST_REASON ? reason.substring(0, LONGEST_REASON) + "..." : reason;
    int room = Math.max(0, most - OVERHEAD);
    if (record.length <= room) {
      return encoded(shortened, partition, offset, record);
    }
    String cut = "%s (the first %d of %d bytes)".formatted(shortened, room, record.length);
    return encoded(cut, partition, offset, Arrays.copyOf(record, room));
  }

  private static byte[] encoded(String reason, int partition, long offset, byte[] record) {
    GenericRecord reject = new GenericData.Record(Schemas.REJECT);
    reject.put("reason", reason);
    reject.put("partition", partition);
    reject.put("offset", offset);
    reject.put("record", ByteBuffer.wrap(record));
    return SingleObject.encode(reject);
  }
}
