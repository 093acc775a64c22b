package dev.sluice.storage.source;

import dev.sluice.core.filter.FilterRow;
import dev.sluice.storage.table.RowBuffers;
import dev.sluice.storage.table.TableRows;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/** Evaluates a filter on the rows of one row group, in order. Not thread-safe. */
final class FilterRows implements Closeable {
  private final FilterColumns columns;
  private final int rowGroup;
  private final FilterRow row;
  private Optional<TableRows> open = Optional.empty();
  private boolean passes;

  FilterRows(FilterColumns columns, int rowGroup) {
    this.columns = columns;
    this.rowGroup = rowGroup;
    this.row = columns.leaves().row();
  }

  /**
   * Whether a row passes.
   *
   * @param number index in the file, not less than in the previous call
   * @throws dev.sluice.storage.page.SourceFormatException if the row group is broken there
   * @throws IOException if the file cannot be read
   */
  boolean passes(long number) throws IOException {
    if (open.isEmpty()) {
      open =
          Optional.of(
              columns
                  .file()
                  .open(
                      rowGroup, columns.leaves().schema(), new RowBuffers(CarriedRows.MAX_BYTES)));
    }
    TableRows rows = open.get();
    if (rows.row() != number) {
      rows.skip(number - rows.row() - 1);
      rows.next();
      columns.leaves().set(row, rows.buffer(), rows.length());
      passes = columns.filter().passes(row);
    }
    return passes;
  }

  @Override
  public void close() throws IOException {
    if (open.isPresent()) {
      open.get().close();
      open = Optional.empty();
    }
  }
}
