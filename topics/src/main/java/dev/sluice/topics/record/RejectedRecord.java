package dev.sluice.topics.record;

/**
 * A record of the rejects topic, as {@link Reject} wrote it. Immutable but for the array it lends.
 *
 * @param reason key of the outcome, or why the record could not be read
 * @param partition of {@code documents} that it came from
 * @param offset in that partition
 * @param record its value, untouched
 */
public record RejectedRecord(String reason, int partition, long offset, byte[] record) {
  private static final byte[] HEADER = Schemas.header(Schemas.REJECT);

  /** Whether a value is a reject. */
  public static boolean matches(byte[] value) {
    return Schemas.hasHeader(value, HEADER);
  }

  /**
   * Reads a value.
   *
   * @throws MalformedRecordException when the bytes are not a reject
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
