package dev.sluice.storage.text;

import dev.sluice.storage.parquet.ColumnMapping;
import dev.sluice.storage.parquet.ParquetSource;
import dev.sluice.storage.parquet.RowCursor;
import dev.sluice.storage.parquet.SourceRow;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** The rows of a Parquet file, of which only the text column is read. */
final class ParquetRows implements TextRows {
  private final ParquetSource source;
  private Optional<RowCursor> cursor = Optional.empty();
  private Optional<SourceRow> row = Optional.empty();
  private int nextGroup;

  ParquetRows(Path file, String column) throws IOException {
    this.source = ParquetSource.open(file, ColumnMapping.textAlone(column));
  }

  @Override
  public boolean next() throws IOException {
    while (cursor.isEmpty() || !cursor.get().next()) {
      close();
      if (nextGroup == source.rowGroups()) {
        return false;
      }
      cursor = Optional.of(source.open(nextGroup++));
    }
    row = Optional.of(cursor.get().row());
    return true;
  }

  private SourceRow current() {
    return row.orElseThrow();
  }

  @Override
  public long row() {
    return current().row();
  }

  @Override
  public String place() {
    return "row " + row();
  }

  @Override
  public Optional<String> problem() {
    return Optional.empty();
  }

  @Override
  public boolean hasText() {
    return current().hasText();
  }

  @Override
  public byte[] buffer() {
    return current().textBytes();
  }

  @Override
  public int offset() {
    return current().textOffset();
  }

  @Override
  public int length() {
    return current().textLength();
  }

  @Override
  public void close() throws IOException {
    if (cursor.isPresent()) {
      RowCursor closing = cursor.get();
      cursor = Optional.empty();
      closing.close();
    }
  }
}
