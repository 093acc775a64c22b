package dev.sluice.topics.record;

import java.util.Arrays;

/**
 * A record of the rejects topic. It has an unchanged record that could not be curated, and the
 * reason. Immutable if callers do not change the array.
 *
 * @param reason key of the outcome, or reason why the record could not be read
 * @param partition partition of {@code documents} that it came from
 * @param offset offset in that partition
 * @param record the rejected record's value
 */
public record Reject(String reason, int partition, long offset, byte[] record) {
  private static final byte[] HEADER = Schemas.header(Schemas.REJECT);
  private static final int MAX_REASON_CHARS = 300;

  /**
   * Bytes reserved for the reason in UTF-8, other fields, and Kafka's overhead per record and
   * batch.
   */
  private static final int OVERHEAD = 2048;

  /** Returns whether a value has a reject's header. */
  public static boolean matches(byte[] value) {
    return Schemas.hasHeader(value, HEADER);
  }

  /**
   * Decodes a value.
   *
   * @throws MalformedRecordException if it is not a reject
   */
  public static Reject parse(byte[] value) throws MalformedRecordException {
    AvroReader in = AvroReader.body(value, HEADER, "a reject");
    Reject reject = new Reject(in.readString(), in.readInt(), in.readLong(), in.readBytes());
    in.requireEnd();
    return reject;
  }

  /**
   * Encodes a reject.
   *
   * @param reason key of the outcome, or reason why the record could not be read
   * @param partition partition of {@code documents} that it came from
   * @param offset offset in that partition
   * @param record the record's value
   */
  public static byte[] encode(String reason, int partition, long offset, byte[] record) {
    return encoded(reason, partition, offset, record);
  }

  /**
   * Encodes a reject of limited size. Shortens the reason, and truncates the record if the reject
   * would be too large; the reason then states this.
   *
   * @param most maximum size of the reject, including Kafka's overhead
   */
  public static byte[] encode(String reason, int partition, long offset, byte[] record, int most) {
    String shortened =
        reason.length() > MAX_REASON_CHARS ? reason.substring(0, MAX_REASON_CHARS) + "..." : reason;
    int room = Math.max(0, most - OVERHEAD);
    if (record.length <= room) {
      return encoded(shortened, partition, offset, record);
    }
    String cut = "%s (the first %d of %d bytes)".formatted(shortened, room, record.length);
    return encoded(cut, partition, offset, Arrays.copyOf(record, room));
  }

  private static byte[] encoded(String reason, int partition, long offset, byte[] record) {
    AvroWriter out = new AvroWriter(HEADER, OVERHEAD + record.length);
    out.writeString(reason);
    out.writeLong(partition);
    out.writeLong(offset);
    out.writeBytes(record);
    return out.toBytes();
  }
}
