package dev.sluice.storage.table;

import dev.sluice.core.Bytes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.Type;

/**
 * Builds a record, column by column in schema order; see {@link TableSchema} for its form. Beyond
 * its limit, the buffer stores nothing and only tracks the size. Not thread-safe.
 *
 * <p>Memory: up to twice the largest record; after a record above 1 MiB, the memory is released
 * with the next one.
 */
public final class RecordBuffer {
  /** The maximum size of a record. */
  public static final int MAX_BYTES = Integer.MAX_VALUE - 16;

  private static final int FIRST_BYTES = 8 << 10;
  private static final int KEPT_BYTES = 1 << 20;

  private final int maxBytes;
  private byte[] bytes = new byte[FIRST_BYTES];
  private long size;

  /** Creates a buffer for records of any size. */
  public RecordBuffer() {
    this(MAX_BYTES);
  }

  RecordBuffer(int maxBytes) {
    this.maxBytes = Math.min(maxBytes, MAX_BYTES);
  }

  /** Starts a new record. */
  public void clear() {
    if (bytes.length > KEPT_BYTES) {
      bytes = new byte[FIRST_BYTES];
    }
    size = 0;
  }

  /** Returns the array that holds the record from index 0. It is valid until {@link #clear}. */
  public byte[] bytes() {
    return bytes;
  }

  /** Returns the length of the record in bytes. */
  public int length() {
    return Math.toIntExact(size);
  }

  /** Returns the size of the record. It may be beyond the limit. */
  long size() {
    return size;
  }

  int maxBytes() {
    return maxBytes;
  }

  boolean isWhole() {
    return size <= maxBytes;
  }

  /**
   * Appends the definition level of a flat column that may be null. The level is the number of
   * optional parts of its path that are present.
   */
  public void level(int level) {
    if (claim(1)) {
      bytes[(int) size - 1] = (byte) level;
    }
  }

  /** Appends a boolean. */
  public void bool(boolean value) {
    level(value ? 1 : 0);
  }

  /** Appends four bytes. */
  public void int32(int value) {
    if (claim(Integer.BYTES)) {
      Bytes.writeInt(bytes, (int) size - Integer.BYTES, value);
    }
  }

  /** Appends eight bytes. */
  public void int64(long value) {
    if (claim(Long.BYTES)) {
      Bytes.writeLong(bytes, (int) size - Long.BYTES, value);
    }
  }

  /** Appends eight bytes. */
  public void float64(double value) {
    int64(Double.doubleToRawLongBits(value));
  }

  /** Appends a value of variable length. */
  public void variable(byte[] value, int offset, int length) {
    varint(length);
    if (claim(length)) {
      System.arraycopy(value, offset, bytes, (int) size - length, length);
    }
  }

  /** Appends a column from an existing record. */
  public void column(byte[] record) {
    if (claim(record.length)) {
      System.arraycopy(record, 0, bytes, (int) size - record.length, record.length);
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

  /** Starts the triples of a repeated column. Pass the result when you end them. */
  long beginTriples() {
    claim(Integer.BYTES);
    return size;
  }

  void endTriples(long begin) {
    if (isWhole()) {
      Bytes.writeInt(bytes, (int) begin - Integer.BYTES, (int) (size - begin));
    }
  }

  /** Returns the encoding of a null for each top-level column of a schema, in order. */
  public static List<byte[]> nulls(TableSchema schema) {
    List<byte[]> nulls = new ArrayList<>();
    RecordBuffer record = new RecordBuffer();
    Iterator<RecordColumn> leaves = schema.leaves().iterator();
    for (Type column : schema.message().getFields()) {
      record.clear();
      for (int left = SingleField.leaves(column); left > 0; left--) {
        record.column(missing(leaves.next()));
      }
      nulls.add(Arrays.copyOf(record.bytes(), record.length()));
    }
    return nulls;
  }

  /** Returns the encoding of a leaf column that is absent. */
  static byte[] missing(RecordColumn column) {
    // A repeated column has one triple, whose two levels follow its size.
    return column.maxRepetition() == 0 ? new byte[1] : new byte[] {2, 0, 0, 0, 0, 0};
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
