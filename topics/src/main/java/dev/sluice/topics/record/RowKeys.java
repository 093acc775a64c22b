package dev.sluice.topics.record;

import java.util.Arrays;

/**
 * The keys of the rows of one record of {@code documents}, in the order of the rows: what the
 * header {@link #HEADER} holds. The keys of a row are those of its bands, from the first on: one of
 * each band, a single one of a short text, or none.
 *
 * <pre>
 * row     1 byte: number of keys      6 bytes a key, big-endian
 * </pre>
 *
 * <p>Not thread-safe.
 */
public final class RowKeys {
  /** Name of the header of a record of {@code documents}. */
  public static final String HEADER = "keys";

  private static final int MOST = 255;
  private static final int KEY_BYTES = BandBlock.KEY_BYTES;

  private byte[] bytes = new byte[1 << 10];
  private int size;

  /**
   * Adds the keys of the next row.
   *
   * @param count number of keys, 0 to 255
   */
  public void add(long[] keys, int count) {
    if (count > MOST) {
      throw new IllegalArgumentException(count + " keys of a row");
    }
    int more = 1 + count * KEY_BYTES;
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length + more);
    }
    bytes[size++] = (byte) count;
    for (int i = 0; i < count; i++) {
      for (int shift = (KEY_BYTES - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
        bytes[size++] = (byte) (keys[i] >>> shift);
      }
    }
  }

  /** The header's value of the rows since the last call. */
  public byte[] take() {
    byte[] taken = Arrays.copyOf(bytes, size);
    size = 0;
    return taken;
  }

  /**
   * The keys of each row of a header's value.
   *
   * @throws MalformedRecordException if it does not hold keys of exactly so many rows
   */
  public static long[][] parse(byte[] value, int rows) throws MalformedRecordException {
    long[][] keys = new long[rows][];
    int at = 0;
    for (int row = 0; row < rows; row++) {
      int count = at < value.length ? value[at++] & MOST : MOST + 1;
      if (at + count * KEY_BYTES > value.length) {
        throw new MalformedRecordException("keys that end in row %d of %d".formatted(row, rows));
      }
      keys[row] = new long[count];
      for (int i = 0; i < count * KEY_BYTES; i++) {
        keys[row][i / KEY_BYTES] = keys[row][i / KEY_BYTES] << Byte.SIZE | value[at++] & 0xFF;
      }
    }
    if (at < value.length) {
      throw new MalformedRecordException("keys of more than " + rows + " rows");
    }
    return keys;
  }
}
