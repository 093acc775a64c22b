package dev.sluice.storage.parquet;

import org.apache.parquet.io.ParquetDecodingException;

/**
 * Walks a structure in Thrift's compact protocol without building it, so that the lengths it
 * declares are known to be covered by bytes before a parser allocates for them. A length of two
 * thousand million in a footer of a hundred bytes ends here.
 *
 * <p>Linear in the bytes, allocates nothing.
 */
final class CompactThrift {
  /** The answer when the structure goes on behind the last byte given. */
  static final int CUT_OFF = -1;

  private static final int MAX_DEPTH = 32;
  private static final int LIST_SIZE_FOLLOWS = 15;

  private final byte[] bytes;
  private final int end;
  private int at;

  private CompactThrift(byte[] bytes, int end) {
    this.bytes = bytes;
    this.end = end;
  }

  /**
   * The position behind the structure that begins at the first byte, or {@link #CUT_OFF}.
   *
   * @throws ParquetDecodingException when the bytes are no such structure
   */
  static int endOfStruct(byte[] bytes, int length) {
    CompactThrift walk = new CompactThrift(bytes, length);
    try {
      walk.struct(0);
    } catch (CutOffException e) {
      return CUT_OFF;
    }
    return walk.at;
  }

  private void struct(int depth) {
    if (depth > MAX_DEPTH) {
      throw new ParquetDecodingException("structure nested deeper than " + MAX_DEPTH);
    }
    for (int header = next(); header != 0; header = next()) {
      if (header >>> 4 == 0) {
        varint();
      }
      int type = header & 0x0F;
      boolean isBoolean = type == 1 || type == 2;
      if (!isBoolean) {
        value(type, depth);
      }
    }
  }

  private void value(int type, int depth) {
    switch (type) {
      case 1, 2, 3 -> skip(1);
      case 4, 5, 6 -> varint();
      case 7 -> skip(8);
      case 8 -> skip(varint());
      case 9, 10 -> list(depth + 1);
      case 11 -> map(depth + 1);
      case 12 -> struct(depth + 1);
      case 13 -> skip(16);
      default -> throw new ParquetDecodingException("unknown Thrift type " + type);
    }
  }

  private void list(int depth) {
    int header = next();
    long size = header >>> 4 == LIST_SIZE_FOLLOWS ? varint() : header >>> 4;
    covered(size);
    for (long i = 0; i < size; i++) {
      value(header & 0x0F, depth);
    }
  }

  private void map(int depth) {
    long size = varint();
    if (size == 0) {
      return;
    }
    int types = next();
    covered(size);
    for (long i = 0; i < size; i++) {
      value(types >>> 4, depth);
      value(types & 0x0F, depth);
    }
  }

  /** Every element takes at least one byte. */
  private void covered(long elements) {
    if (elements < 0 || elements > end - at) {
      throw new CutOffException();
    }
  }

  private int next() {
    covered(1);
    return bytes[at++] & 0xFF;
  }

  private void skip(long count) {
    covered(count);
    at += (int) count;
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      int part = next();
      value |= (long) (part & 0x7F) << shift;
      if (part < 0x80) {
        return value;
      }
    }
    throw new ParquetDecodingException("a number of more than ten bytes");
  }

  /** Ends the walk; carries nothing. */
  private static final class CutOffException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CutOffException() {
      super(null, null, false, false);
    }
  }
}
