package dev.sluice.jobs.shuffle;

import dev.sluice.core.Bytes;
import java.util.zip.CRC32C;

/**
 * Rows of a partition as on disk. Each chunk has a header of 24 bytes: length of the rows in bytes,
 * number of rows, number of the first row, CRC-32C of these three and of the rows. Then follow the
 * rows, in any order: each as the zigzag difference of its number to the first, its length, both as
 * varints, and its bytes. Not thread-safe.
 */
final class PartitionChunk {
  /** Size of the header. */
  static final int HEADER_BYTES = 24;

  /** Maximum size of number and length of a row. */
  static final int MAX_ROW_HEADER_BYTES = 15;

  static final int ROWS_AT = 4;
  static final int FIRST_AT = 8;
  static final int CRC_AT = 16;

  private final byte[] bytes;
  private int filled = HEADER_BYTES;
  private int rows;
  private long first;

  /**
   * @param capacity in bytes, including the header
   */
  PartitionChunk(int capacity) {
    this.bytes = new byte[capacity];
  }

  /** Adds a row if there is room for it. */
  boolean add(long row, byte[] source, int offset, int length) {
    if (length > bytes.length - filled - MAX_ROW_HEADER_BYTES) {
      return false;
    }
    addHeader(row, length);
    System.arraycopy(source, offset, bytes, filled, length);
    filled += length;
    return true;
  }

  /** Adds a row of which only number and length are in the chunk. */
  void addHeader(long row, int length) {
    if (rows == 0) {
      first = row;
    }
    long difference = row - first;
    filled = Bytes.writeVarint(bytes, filled, difference << 1 ^ difference >> 63);
    filled = Bytes.writeVarint(bytes, filled, length);
    rows++;
  }

  boolean isEmpty() {
    return rows == 0;
  }

  /** Completes the header. The last row may continue in another array. */
  void finish(byte[] more, int offset, int length) {
    Bytes.writeInt(bytes, 0, filled - HEADER_BYTES + length);
    Bytes.writeInt(bytes, ROWS_AT, rows);
    Bytes.writeLong(bytes, FIRST_AT, first);
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, CRC_AT);
    crc.update(bytes, HEADER_BYTES, filled - HEADER_BYTES);
    crc.update(more, offset, length);
    Bytes.writeLong(bytes, CRC_AT, crc.getValue());
  }

  /** The header followed by the rows. */
  byte[] bytes() {
    return bytes;
  }

  /** The number of bytes in use. */
  int length() {
    return filled;
  }

  void clear() {
    filled = HEADER_BYTES;
    rows = 0;
  }
}
