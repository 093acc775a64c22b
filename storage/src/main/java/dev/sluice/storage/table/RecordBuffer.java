package dev.sluice.storage.table;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.parquet.io.api.Binary;

/**
 * A record being made, column by column in the order of its schema; its form is told at {@link
 * TableSchema}. Behind its limit it only counts. Not thread-safe.
 *
 * <p>Heap: up to twice the largest record; what a record above 1 MiB took is given back with the
 * next one.
 */
public final class RecordBuffer {
  /** The most bytes that a record can have. */
  public static final int MAX_BYTES = Integer.MAX_VALUE - 16;

  private static final int FIRST_BYTES = 8 << 10;
  private static final int KEPT_BYTES = 1 << 20;
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final int maxBytes;
  private byte[] bytes = new byte[FIRST_BYTES];
  private long size;

  /** A buffer for records of any size. */
  public RecordBuffer() {
    this(MAX_BYTES);
  }

  RecordBuffer(int maxBytes) {
    this.maxBytes = Math.min(maxBytes, MAX_BYTES);
  }

  /** Begins a new record. */
  public void clear() {
    if (bytes.length > KEPT_BYTES) {
      bytes = new byte[FIRST_BYTES];
    }
    size = 0;
  }

  /** The array at whose start the record is, valid until {@link #clear}. */
  public byte[] bytes() {
    return bytes;
  }

  /** The record's bytes. */
  public int length() {
    return Math.toIntExact(size);
  }

  /** What the record would take, beyond its limit too. */
  long size() {
    return size;
  }

  int maxBytes() {
    return maxBytes;
  }

  boolean isWhole() {
    return size <= maxBytes;
  }

  /** The level of a flat column that may be null: 0 where it is, or how much of its path is not. */
  public void level(int level) {
    if (claim(1)) {
      bytes[(int) size - 1] = (byte) level;
    }
  }

  /** The value of a column of booleans. */
  public void bool(boolean value) {
    level(value ? 1 : 0);
  }

  /** A value of four bytes. */
  public void int32(int value) {
    if (claim(Integer.BYTES)) {
      INTS.set(bytes, (int) size - Integer.BYTES, value);
    }
  }

  /** A value of eight bytes. */
  public void int64(long value) {
    if (claim(Long.BYTES)) {
      LONGS.set(bytes, (int) size - Long.BYTES, value);
    }
  }

  /** A value of eight bytes. */
  public void float64(double value) {
    int64(Double.doubleToRawLongBits(value));
  }

  /** A value of variable length. */
  public void variable(byte[] value, int offset, int length) {
    varint(length);
    if (claim(length)) {
      System.arraycopy(value, offset, bytes, (int) size - length, length);
    }
  }

  void variable(Binary value) {
    varint(value.length());
    fixed(value, value.length());
  }

  void fixed(Binary value, int width) {
    if (claim(width)) {
      ByteBuffer from = value.toByteBuffer();
      from.get(bytes, (int) size - width, width);
    }
  }

  private void varint(int value) {
    int rest = value;
    while (rest > 0x7F) {
      level(rest & 0x7F | 0x80);
      rest >>>= 7;
    }
    level(rest);
  }

  /** Begins the triples of a repeated column; to be ended with what this returns. */
  long beginTriples() {
    claim(Integer.BYTES);
    return size;
  }

  void endTriples(long begin) {
    if (isWhole()) {
      INTS.set(bytes, (int) begin - Integer.BYTES, (int) (size - begin));
    }
  }

  /** A column of which there is nothing at all. */
  void missing(RecordColumn column) {
    if (column.maxRepetition() == 0) {
      level(0);
    } else {
      long begin = beginTriples();
      level(0);
      level(0);
      endTriples(begin);
    }
  }

  private boolean claim(int count) {
    size += count;
    if (size > maxBytes) {
      return false;
    }
    if (size > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(maxBytes, Math.max(size, 2L * bytes.length)));
    }
    return true;
  }
}
