package dev.sluice.topics.record;

/**
 * A record of the rejects topic, as {@link Reject} encodes it. Immutable, except that callers must
 * not change the array.
 *
 * @param reason key of the outcome, or why the record could not be read
 * @param partition partition of {@code documents} that it came from
 * @param offset offset in that partition
 * @param record the rejected record's value
 */
public record RejectedRecord(String reason, int partition, long offset, byte[] record) {
  private static final byte[] HEADER = Schemas.header(Schemas.REJECT);

  static byte[] header() {
    return HEADER;
  }

  /** Whether a value has a reject's header. */
  public static boolean matches(byte[] value) {
    return Schemas.hasHeader(value, HEADER);
  }

  /**
   * Decodes a value.
   *
   * @throws MalformedRecordException if it is not a reject
   */
  public static RejectedRecord parse(byte[] value) throws MalformedRecordException {
    if (!matches(value)) {
      throw new MalformedRecordException("not a reject: unknown header");
    }
    AvroReader in = new AvroReader(value, Schemas.HEADER_LENGTH);
    RejectedRecord reject =
        new RejectedRecord(in.readString(), in.readInt(), in.readLong(), in.readBytes());
    in.requireEnd();
    return reject;
  }
}
