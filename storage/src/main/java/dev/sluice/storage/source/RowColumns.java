package dev.sluice.storage.source;

import dev.sluice.storage.table.RecordRows;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The carried columns of some rows in a row, for reading in any order; those of rows that are too
 * large, which nobody asks for, are empty. Immutable, thread-safe.
 */
final class RowColumns {
  /** Rows that are read together. */
  static final int ROWS = 512;

  /** Large rows are fewer: none begins behind so many bytes of others. */
  static final int MOST_BYTES = 4 << 20;

  private final long firstRow;
  private final byte[] records;
  private final int[] ends;

  private RowColumns(long firstRow, byte[] records, int[] ends) {
    this.firstRow = firstRow;
    this.records = records;
    this.ends = ends;
  }

  /**
   * Reads the columns of a row and of rows beside it. Those before it that do not fit are passed
   * over.
   *
   * @param row index in the file
   * @param from the first row to be read, if all fit
   * @param to behind the last
   */
  static RowColumns read(RecordRows rows, long row, long from, long to) throws IOException {
    long first = from;
    ByteArrayOutputStream records = new ByteArrayOutputStream();
    int[] ends = new int[(int) (to - from)];
    int count = 0;
    for (long at = from; at < to; at++) {
      if (records.size() >= MOST_BYTES) {
        if (at > row) {
          break;
        }
        first = at;
        records.reset();
        count = 0;
      }
      if (rows.tooLarge(at).isEmpty()) {
        ByteBuffer record = rows.read(at);
        records.write(record.array(), record.arrayOffset(), record.remaining());
      }
      ends[count++] = records.size();
    }
    return new RowColumns(first, records.toByteArray(), Arrays.copyOf(ends, count));
  }

  /** Index in the file of the first row. */
  long firstRow() {
    return firstRow;
  }

  /** Index in the file of the row behind the last. */
  long end() {
    return firstRow + ends.length;
  }

  /** The columns of a row of these, by its index in the file. */
  ByteBuffer row(long row) {
    int index = (int) (row - firstRow);
    int from = index == 0 ? 0 : ends[index - 1];
    return ByteBuffer.wrap(records, from, ends[index] - from).slice();
  }

  /** Memory that it takes. */
  long bytes() {
    return records.length + (long) Integer.BYTES * ends.length;
  }
}
