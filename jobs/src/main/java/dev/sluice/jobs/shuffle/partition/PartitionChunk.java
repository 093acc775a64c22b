package dev.sluice.jobs.shuffle.partition;

import dev.sluice.core.Bytes;
import java.util.zip.CRC32C;

/**
 * Rows of a pile as they are on disk, one chunk behind the other: a header of 24 bytes (the length
 * of the rows in bytes, how many there are, the number of the first, a CRC-32C of the three and of
 * the rows), then the rows, in any order: each the zigzag difference of its number to the first's,
 * its length, both with seven bits a byte, lowest first, and its bytes. Not thread-safe.
 */
final class PartitionChunk {
  /** The bytes before the rows. */
  static final int HEADER_BYTES = 24;

  /** The most that number and length of a row take. */
  static final int MAX_ROW_HEADER_BYTES = 15;

  static final int ROWS_AT = 4;
  static final int FIRST_AT = 8;
  static final int CRC_AT = 16;

  private final byte[] bytes;
  private int filled = HEADER_BYTES;
  private int rows;
  private long first;

  /**
   * @param capacity bytes, the header among them
   */
  PartitionChunk(int capacity) {
    this.bytes = new byte[capacity];
  }

  /** Adds a row, where there is room for it. */
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

  /** Completes the header; what was added last may go on for some bytes in another array. */
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

  /** The header, and behind it the rows. */
  byte[] bytes() {
    return bytes;
  }

  /** How many of the bytes are used. */
  int length() {
    return filled;
  }

  void clear() {
    filled = HEADER_BYTES;
    rows = 0;
  }
}
