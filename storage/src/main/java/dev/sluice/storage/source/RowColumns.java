package dev.sluice.storage.source;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The carried columns of some rows in a row, for reading in any order; those of rows that are too
 * large, which nobody asks for, are empty. Immutable, thread-safe.
 */
final class RowColumns {
  /** Rows that are read together. */
  static final int ROWS = 512;

  private final byte[] records;
  private final int[] ends;

  private RowColumns(byte[] records, int[] ends) {
    this.records = records;
    this.ends = ends;
  }

  static RowColumns read(PositionedRows rows, long first, int count) throws IOException {
    ByteArrayOutputStream records = new ByteArrayOutputStream();
    int[] ends = new int[count];
    for (int i = 0; i < count; i++) {
      if (rows.tooLarge(first + i).isEmpty()) {
        ByteBuffer record = rows.read(first + i);
        records.write(record.array(), record.arrayOffset(), record.remaining());
      }
      ends[i] = records.size();
    }
    return new RowColumns(records.toByteArray(), ends);
  }

  /** The columns of a row, by its index among these. */
  ByteBuffer row(int index) {
    int from = index == 0 ? 0 : ends[index - 1];
    return ByteBuffer.wrap(records, from, ends[index] - from).slice();
  }

  /** Memory that it takes. */
  long bytes() {
    return records.length + (long) Integer.BYTES * ends.length;
  }
}
