package dev.sluice.jobs.shuffle;

/** Iterates over the rows of a chunk in an array. Not thread-safe. */
final class ChunkRows {
  private byte[] bytes = new byte[0];
  private int at;
  private long first;
  private long row;
  private int length;

  /** Moves before the row at a position of a chunk that starts with this row number. */
  void moveTo(byte[] source, int place, long firstRow) {
    bytes = source;
    at = place;
    first = firstRow;
  }

  /** Reads the next row's number and length. */
  void next() {
    long zigzag = varint();
    row = first + (zigzag >>> 1 ^ -(zigzag & 1));
    length = (int) varint();
  }

  private long varint() {
    byte next = bytes[at++];
    long value = next & 0x7F;
    for (int shift = 7; next < 0; shift += 7) {
      next = bytes[at++];
      value |= (long) (next & 0x7F) << shift;
    }
    return value;
  }

  /** The row's number over all inputs. */
  long row() {
    return row;
  }

  /** The offset of its bytes. */
  int offset() {
    return at;
  }

  int length() {
    return length;
  }

  /** Moves after the row's bytes. */
  void skip() {
    at += length;
  }
}
