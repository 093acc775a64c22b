package dev.sluice.storage.table;

import dev.sluice.core.Bytes;
import dev.sluice.storage.page.ColumnTypes;
import java.util.List;

/**
 * Reads a record. In each leaf column, the reader is at one triple of repetition level, definition
 * level and value, initially at the first. Not thread-safe; uses the record's array until the next
 * record is set.
 */
public final class RecordReader {
  private final int[] width;
  private final int[] maxRepetition;
  private final int[] maxDefinition;
  private final int[] repetition;
  private final int[] definition;
  private final int[] valueAt;
  private final int[] valueLength;
  private final int[] begin;
  private final int[] next;
  private final int[] end;
  private byte[] bytes = new byte[0];

  /** Creates a reader for records of this schema. */
  public RecordReader(TableSchema schema) {
    List<RecordColumn> columns = schema.leaves();
    this.width = columns.stream().mapToInt(RecordColumn::width).toArray();
    this.maxRepetition = columns.stream().mapToInt(RecordColumn::maxRepetition).toArray();
    this.maxDefinition = columns.stream().mapToInt(RecordColumn::maxDefinition).toArray();
    this.repetition = new int[width.length];
    this.definition = new int[width.length];
    this.valueAt = new int[width.length];
    this.valueLength = new int[width.length];
    this.begin = new int[width.length];
    this.next = new int[width.length];
    this.end = new int[width.length];
  }

  /**
   * Moves to the start of a record.
   *
   * @throws IllegalArgumentException if the record's length does not match its columns
   */
  public void set(byte[] record, int offset, int length) {
    bytes = record;
    int at = offset;
    for (int leaf = 0; leaf < width.length; leaf++) {
      begin[leaf] = at;
      rewind(leaf);
      at = end[leaf];
    }
    if (at != offset + length) {
      throw new IllegalArgumentException(
          "a record has %d bytes, but its columns take %d".formatted(length, at - offset));
    }
  }

  /** Returns to the first triple of a column. */
  void rewind(int leaf) {
    int at = begin[leaf];
    if (maxRepetition[leaf] == 0) {
      definition[leaf] = maxDefinition[leaf] == 0 ? 0 : bytes[at++];
      value(leaf, at);
      end[leaf] = next[leaf];
    } else {
      next[leaf] = at + Integer.BYTES;
      end[leaf] = next[leaf] + Bytes.readInt(bytes, at);
      advance(leaf);
    }
  }

  /**
   * Advances to a column's next triple. After the last triple, stays there, and the repetition
   * level becomes 0, as at the start of the next record.
   *
   * @return whether there is a next triple
   */
  public boolean advance(int leaf) {
    int at = next[leaf];
    if (at == end[leaf]) {
      repetition[leaf] = 0;
      return false;
    }
    repetition[leaf] = bytes[at];
    definition[leaf] = bytes[at + 1];
    value(leaf, at + 2);
    return true;
  }

  private void value(int leaf, int from) {
    int at = from;
    int length = 0;
    if (definition[leaf] == maxDefinition[leaf]) {
      length = width[leaf];
      if (length == RecordColumn.VARIABLE) {
        length = 0;
        int shift = 0;
        int part;
        do {
          part = bytes[at++];
          length |= (part & 0x7F) << shift;
          shift += 7;
        } while (part < 0);
      }
    }
    valueAt[leaf] = at;
    valueLength[leaf] = length;
    next[leaf] = at + length;
  }

  /** Returns the repetition level of the current triple. */
  public int repetition(int leaf) {
    return repetition[leaf];
  }

  /** Returns the definition level of the current triple. */
  public int definition(int leaf) {
    return definition[leaf];
  }

  /** Returns whether the current triple has a value. */
  public boolean isPresent(int leaf) {
    return definition[leaf] == maxDefinition[leaf];
  }

  /** Returns the record's array. */
  public byte[] bytes() {
    return bytes;
  }

  /** Returns the offset of the value in the array. */
  public int valueOffset(int leaf) {
    return valueAt[leaf];
  }

  /** Returns the length of the value in bytes. */
  public int valueLength(int leaf) {
    return valueLength[leaf];
  }

  /** Returns the value of a column of booleans. */
  public boolean bool(int leaf) {
    return bytes[valueAt[leaf]] != 0;
  }

  /** Returns a value of four bytes as an integer. */
  public int int32(int leaf) {
    return Bytes.readInt(bytes, valueAt[leaf]);
  }

  /** Returns a value of eight bytes as an integer. */
  public long int64(int leaf) {
    return Bytes.readLong(bytes, valueAt[leaf]);
  }

  /** Returns a value of four bytes as a floating-point number. */
  public float float32(int leaf) {
    return Float.intBitsToFloat(int32(leaf));
  }

  /** Returns a value of two bytes as a floating-point number. */
  public double float16(int leaf) {
    int at = valueAt[leaf];
    return ColumnTypes.float16((short) (bytes[at] & 0xFF | bytes[at + 1] << 8));
  }

  /** Returns a value of eight bytes as a floating-point number. */
  public double float64(int leaf) {
    return Double.longBitsToDouble(int64(leaf));
  }
}
