package dev.sluice.storage.source;

import dev.sluice.storage.source.FilterColumns.FilteredRows;
import dev.sluice.storage.source.SourceRow.OtherColumns;
import dev.sluice.storage.table.RecordRows;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/** The other columns of a row group, which are read when they are asked for. */
record ParquetColumns(Optional<RecordRows> rows, Optional<FilteredRows> filter)
    implements OtherColumns {
  private static final ByteBuffer NO_COLUMNS = ByteBuffer.allocate(0);

  @Override
  public boolean passesFilter(long row) throws IOException {
    return filter.isEmpty() || filter.get().passes(row);
  }

  @Override
  public ByteBuffer carried(long row) throws IOException {
    return rows.isPresent() ? rows.get().read(row) : NO_COLUMNS;
  }

  @Override
  public Optional<RowRejection> rejection(long row) throws IOException {
    return rows.isPresent()
        ? rows.get().tooLarge(row).map(e -> CarriedColumns.tooLarge(e.bytes()))
        : Optional.empty();
  }

  /** Passes over the remaining rows, so that pages that cannot be read are noticed. */
  void finish() throws IOException {
    if (rows.isPresent()) {
      rows.get().finish();
    }
    if (filter.isPresent()) {
      filter.get().finish();
    }
  }

  @Override
  public void close() throws IOException {
    if (rows.isPresent()) {
      rows.get().close();
    }
    if (filter.isPresent()) {
      filter.get().close();
    }
  }
}
