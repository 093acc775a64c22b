package dev.sluice.storage.source;

import dev.sluice.core.filter.FilterRow;
import dev.sluice.storage.table.RecordBuffer;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;

/** Evaluates a filter on the rows of one row group, in order. Not thread-safe. */
final class FilterRows implements Closeable {
  private final FilterColumns columns;
  private final PositionedRows rows;
  private final FilterRow inFile;
  private final FilterRow row;

  FilterRows(FilterColumns columns, int rowGroup) {
    this.columns = columns;
    this.rows =
        new PositionedRows(
            columns.file(), columns.leaves().schema(), rowGroup, RecordBuffer.MAX_BYTES, Map.of());
    this.inFile = columns.leaves().row();
    this.row = columns.row(inFile);
  }

  /**
   * Whether a row passes.
   *
   * @param number index in the file, not less than in the previous call
   * @throws dev.sluice.storage.page.SourceFormatException if the row group is broken there
   * @throws IOException if the file cannot be read
   */
  boolean passes(long number) throws IOException {
    ByteBuffer record = rows.read(number);
    columns.leaves().set(inFile, record.array(), record.limit());
    return columns.filter().passes(row);
  }

  /** Passes over the remaining rows, so that pages that cannot be read are noticed. */
  void finish() throws IOException {
    rows.finish();
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
