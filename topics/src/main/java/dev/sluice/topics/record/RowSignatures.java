package dev.sluice.topics.record;

/**
 * The signatures of the rows of one record of {@code documents}, in the order of the rows. The
 * record's header {@link #HEADER} contains them.
 *
 * <pre>
 * row     varint: bytes of its signature, 0 if it has none      signature, which is opaque here
 * </pre>
 *
 * <p>Not thread-safe.
 */
public final class RowSignatures {
  /** The name of the header of a record of {@code documents}. */
  public static final String HEADER = "signatures";

  private static final int CAPACITY = 1 << 10;

  private AvroWriter out = new AvroWriter(CAPACITY);

  /** Adds the encoded signature of the next row. It is empty if the row does not pass the rules. */
  public void add(byte[] signature) {
    out.writeVarint(signature.length);
    out.writeRaw(signature, 0, signature.length);
  }

  /** Returns the size of the signatures added since the last {@link #take}, in bytes. */
  public int size() {
    return out.length();
  }

  /** Returns the header's value for the rows added since the last call. */
  public byte[] take() {
    byte[] taken = out.toBytes();
    out = new AvroWriter(CAPACITY);
    return taken;
  }

  /**
   * Returns the encoded signature of each row in a header's value. It is empty for rows without a
   * signature.
   *
   * @throws MalformedRecordException if the value does not hold the signatures of exactly this
   *     number of rows
   */
  public static byte[][] parse(byte[] value, int rows) throws MalformedRecordException {
    AvroReader in = new AvroReader(value, 0);
    byte[][] all = new byte[rows][];
    try {
      for (int row = 0; row < rows; row++) {
        all[row] = in.readFixed(in.requireLength(in.readVarint()));
      }
      in.requireEnd();
      return all;
    } catch (MalformedRecordException e) {
      throw new MalformedRecordException(
          "header signatures does not hold exactly one signature for each of %d rows: %s"
              .formatted(rows, e.getMessage()));
    }
  }
}
