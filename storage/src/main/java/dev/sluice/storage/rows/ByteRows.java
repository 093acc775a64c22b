package dev.sluice.storage.rows;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Holds rows of bytes, consecutive in one array. Not thread-safe, but can be passed between
 * threads.
 */
public final class ByteRows {
  private static final int FIRST_ROWS = 256;
  private static final int MOST_BYTES = Integer.MAX_VALUE - 16;

  private byte[] bytes;
  private int[] ends = new int[FIRST_ROWS];
  private int size;
  private int open;

  /** Creates empty rows with this initial capacity in bytes. */
  public ByteRows(int firstBytes) {
    this.bytes = new byte[firstBytes];
  }

  /** Appends bytes to the current row. */
  public void append(byte[] from, int offset, int length) {
    int end = open + length;
    if (end > bytes.length) {
      grow(end);
    }
    System.arraycopy(from, offset, bytes, open, length);
    open = end;
  }

  /** Appends a byte to the current row. */
  public void append(int value) {
    if (open == bytes.length) {
      grow(open + 1);
    }
    bytes[open++] = (byte) value;
  }

  /**
   * Cuts the current row before the last occurrence of this byte. It returns the bytes that were
   * cut off.
   */
  public byte[] cutAtLast(int value) {
    int at = open - 1;
    while (bytes[at] != value) {
      at--;
    }
    byte[] behind = Arrays.copyOfRange(bytes, at, open);
    open = at;
    return behind;
  }

  private void grow(int needed) {
    if (needed < 0) {
      throw new IllegalStateException("the rows take more than %d bytes".formatted(MOST_BYTES));
    }
    long wanted = Math.max(needed, bytes.length + (bytes.length >> 1) + 16L);
    bytes = Arrays.copyOf(bytes, (int) Math.min(MOST_BYTES, wanted));
  }

  /** Ends the current row. The row may be empty. */
  public void endRow() {
    if (size == ends.length) {
      ends = Arrays.copyOf(ends, 2 * size);
    }
    ends[size++] = open;
  }

  /** Removes all other rows. The capacity is kept. */
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

  /** Removes all rows. The capacity is kept. */
  public void clear() {
    size = 0;
    open = 0;
  }

  /** Returns the capacity in bytes. */
  public int room() {
    return bytes.length;
  }

  /** Releases unused capacity if it is large. */
  public void trim() {
    if (length() < bytes.length / 2) {
      bytes = Arrays.copyOf(bytes, length());
      ends = Arrays.copyOf(ends, Math.max(1, size));
    }
  }

  /** Returns the number of rows. */
  public int size() {
    return size;
  }

  /** Returns the number of bytes in all rows. */
  public int length() {
    return size == 0 ? 0 : ends[size - 1];
  }

  /** Returns the array of all rows. It must not be modified. */
  public byte[] bytes() {
    return bytes;
  }

  /** Returns the offset of a row. */
  public int offset(int row) {
    return row == 0 ? 0 : ends[row - 1];
  }

  /** Returns the length of a row. */
  public int length(int row) {
    return ends[row] - offset(row);
  }
}
