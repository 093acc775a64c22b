package dev.sluice.jobs.documents;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Rows of bytes, one behind the other in one array. Not thread-safe, but may be handed from one
 * thread to another.
 */
public final class ByteRows {
  private static final int FIRST_ROWS = 256;
  private static final int MOST_BYTES = Integer.MAX_VALUE - 16;

  private byte[] bytes;
  private int[] ends = new int[FIRST_ROWS];
  private int size;
  private int open;

  /** Room for so many bytes at first. */
  public ByteRows(int firstBytes) {
    this.bytes = new byte[firstBytes];
  }

  /** Adds bytes to the row that is being made. */
  public void append(byte[] from, int offset, int length) {
    int end = open + length;
    if (end > bytes.length) {
      grow(end);
    }
    System.arraycopy(from, offset, bytes, open, length);
    open = end;
  }

  /** Adds a byte to the row that is being made. */
  public void append(int value) {
    if (open == bytes.length) {
      grow(open + 1);
    }
    bytes[open++] = (byte) value;
  }

  private void grow(int needed) {
    if (needed < 0) {
      throw new IllegalStateException("rows of more than %d bytes".formatted(MOST_BYTES));
    }
    long wanted = Math.max(needed, bytes.length + (bytes.length >> 1) + 16L);
    bytes = Arrays.copyOf(bytes, (int) Math.min(MOST_BYTES, wanted));
  }

  /** Ends the row that is being made; one without bytes is one too. */
  public void endRow() {
    if (size == ends.length) {
      ends = Arrays.copyOf(ends, 2 * size);
    }
    ends[size++] = open;
  }

  /** Removes all rows but these; the room stays. */
  public void retain(BitSet rows) {
    int kept = 0;
    open = 0;
    for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
      int length = length(row);
      System.arraycopy(bytes, offset(row), bytes, open, length);
      open += length;
      ends[kept++] = open;
    }
    size = kept;
  }

  /** Removes all rows; the room stays. */
  void clear() {
    size = 0;
    open = 0;
  }

  /** The bytes there is room for without more memory. */
  int room() {
    return bytes.length;
  }

  /** Gives back room that no row has taken, where it is much. */
  public void trim() {
    if (length() < bytes.length / 2) {
      bytes = Arrays.copyOf(bytes, length());
      ends = Arrays.copyOf(ends, Math.max(1, size));
    }
  }

  /** The number of rows. */
  public int size() {
    return size;
  }

  /** The bytes of all rows. */
  public int length() {
    return size == 0 ? 0 : ends[size - 1];
  }

  /** Holds all rows; not to be changed. */
  public byte[] bytes() {
    return bytes;
  }

  /** Where a row begins. */
  public int offset(int row) {
    return row == 0 ? 0 : ends[row - 1];
  }

  /** A row's bytes. */
  public int length(int row) {
    return ends[row] - offset(row);
  }
}
