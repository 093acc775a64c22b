package dev.sluice.storage.table;

import dev.sluice.storage.page.ColumnTypes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Reads a record: for each leaf column it stands on one triple of repetition level, definition
 * level and value, at first on the first one. Not thread-safe; holds the record's array until the
 * next one is set.
 */
public final class RecordReader {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

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

  /** Reads records of this schema. */
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
   * Goes to the beginning of a record.
   *
   * @throws IllegalArgumentException when it is not as long as its columns
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
          "a record of %d bytes whose columns take %d".formatted(length, at - offset));
    }
  }

  /** Goes back to a column's first triple. */
  void rewind(int leaf) {
    int at = begin[leaf];
    if (maxRepetition[leaf] == 0) {
      definition[leaf] = maxDefinition[leaf] == 0 ? 0 : bytes[at++];
      value(leaf, at);
      end[leaf] = next[leaf];
    } else {
      next[leaf] = at + Integer.BYTES;
      end[leaf] = next[leaf] + (int) INTS.get(bytes, at);
      advance(leaf);
    }
  }

  /**
   * Goes to a column's next triple; where there is none, it stays, and the repetition level is 0,
   * as in the next record.
   *
   * @return whether there is one
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

  /** The repetition level of the triple it stands on. */
  public int repetition(int leaf) {
    return repetition[leaf];
  }

  /** The definition level of the triple it stands on. */
  public int definition(int leaf) {
    return definition[leaf];
  }

  /** Whether the triple it stands on has a value. */
  public boolean isPresent(int leaf) {
    return definition[leaf] == maxDefinition[leaf];
  }

  /** The record's array. */
  public byte[] bytes() {
    return bytes;
  }

  /** Where in the array the value begins. */
  public int valueOffset(int leaf) {
    return valueAt[leaf];
  }

  /** The value's length in bytes. */
  public int valueLength(int leaf) {
    return valueLength[leaf];
  }

  /** The value of a column of booleans. */
  public boolean bool(int leaf) {
    return bytes[valueAt[leaf]] != 0;
  }

  /** A value of four bytes. */
  public int int32(int leaf) {
    return (int) INTS.get(bytes, valueAt[leaf]);
  }

  /** A value of eight bytes. */
  public long int64(int leaf) {
    return (long) LONGS.get(bytes, valueAt[leaf]);
  }

  /** A value of four bytes. */
  public float float32(int leaf) {
    return Float.intBitsToFloat(int32(leaf));
  }

  /** A value of two bytes, as a number of half precision. */
  public double float16(int leaf) {
    int at = valueAt[leaf];
    return ColumnTypes.float16((short) (bytes[at] & 0xFF | bytes[at + 1] << 8));
  }

  /** A value of eight bytes. */
  public double float64(int leaf) {
    return Double.longBitsToDouble(int64(leaf));
  }
}
