package dev.sluice.topics.record;

import java.util.Arrays;

/**
 * The keys of the rows of one record of {@code documents}, in the order of the rows, as its header
 * {@link #HEADER} contains them. The keys of a row are in the order of the bands, starting with the
 * first: one key per band, a single key for a short text, or none. If documents with a common key
 * are compared, a row with keys also has a sketch.
 *
 * <pre>
 * row     1 byte: number of keys      6 bytes a key, big-endian      sketch
 * </pre>
 *
 * <p>Not thread-safe.
 */
public final class RowKeys {
  /** Name of the header of a record of {@code documents}. */
  public static final String HEADER = "keys";

  private static final int MOST = 255;
  private static final int KEY_BYTES = BandBlock.KEY_BYTES;

  private final int sketchBytes;
  private byte[] bytes = new byte[1 << 10];
  private int size;

  /**
   * The keys and the sketch of one row.
   *
   * @param keys keys of the row, starting with the first band
   * @param sketch sketch of the row, if it has keys and sketches are in use
   */
  public record OfRow(long[] keys, byte[] sketch) {
    private static final byte[] NO_SKETCH = {};

    /** The value for a row without keys. */
    public static final OfRow NONE = new OfRow(new long[0], NO_SKETCH);
  }

  /** Creates a collector of keys without sketches. */
  public RowKeys() {
    this(0);
  }

  /**
   * @param sketchBytes size of the sketch of each row with keys; 0 without sketches
   */
  public RowKeys(int sketchBytes) {
    this.sketchBytes = sketchBytes;
  }

  /**
   * Adds the keys of the next row, without a sketch.
   *
   * @param count number of keys, 0 to 255
   */
  public void add(long[] keys, int count) {
    add(keys, count, OfRow.NO_SKETCH);
  }

  /**
   * Adds the keys of the next row.
   *
   * @param count number of keys, 0 to 255
   * @param sketch sketch of the row; ignored if the row has no keys
   */
  public void add(long[] keys, int count, byte[] sketch) {
    if (count > MOST || count > 0 && sketch.length != sketchBytes) {
      throw new IllegalArgumentException(
          "a row has %d keys and a sketch of %d bytes, which is not possible"
              .formatted(count, sketch.length));
    }
    int more = bytesOf(count);
    if (size + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length + more);
    }
    bytes[size++] = (byte) count;
    for (int i = 0; i < count; i++) {
      BandBlock.writeKey(bytes, size, keys[i]);
      size += KEY_BYTES;
    }
    if (count > 0) {
      System.arraycopy(sketch, 0, bytes, size, sketchBytes);
      size += sketchBytes;
    }
  }

  /** Returns the encoded size of a row with this number of keys, in bytes. */
  public int bytesOf(int count) {
    return 1 + count * KEY_BYTES + (count > 0 ? sketchBytes : 0);
  }

  /** Returns the header's value for the rows added since the last call. */
  public byte[] take() {
    byte[] taken = Arrays.copyOf(bytes, size);
    size = 0;
    return taken;
  }

  /**
   * Returns the keys of each row in a header's value.
   *
   * @param sketchBytes size of the sketch of each row with keys; 0 without sketches
   * @throws MalformedRecordException if the value does not hold the keys of exactly this number of
   *     rows
   */
  public static OfRow[] parse(byte[] value, int rows, int sketchBytes)
      throws MalformedRecordException {
    OfRow[] all = new OfRow[rows];
    int at = 0;
    for (int row = 0; row < rows; row++) {
      int count = at < value.length ? value[at++] & MOST : MOST + 1;
      int sketch = count > 0 ? sketchBytes : 0;
      if (at + count * KEY_BYTES + sketch > value.length) {
        throw new MalformedRecordException(
            "the keys are truncated in row %d of %d".formatted(row, rows));
      }
      long[] keys = new long[count];
      for (int i = 0; i < count; i++) {
        keys[i] = BandBlock.readKey(value, at);
        at += KEY_BYTES;
      }
      all[row] = new OfRow(keys, Arrays.copyOfRange(value, at, at + sketch));
      at += sketch;
    }
    if (at < value.length) {
      throw new MalformedRecordException("keys of more than " + rows + " rows");
    }
    return all;
  }
}
