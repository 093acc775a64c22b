package dev.sluice.storage.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.storage.page.PageBuffers;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ParquetSource;
import dev.sluice.storage.source.RowCursor;
import dev.sluice.storage.source.SelectedTexts;
import dev.sluice.storage.source.SourceRow;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * The rows of a Parquet file. Reads only the text column and, in the role of the id, the column of
 * the source, because both are byte arrays that may be absent.
 */
final class ParquetRows implements TextRows {
  private final ParquetSource source;
  private final long bytes;
  private final PageBuffers buffers = new PageBuffers();
  private final boolean isRemote;
  private Optional<RowCursor> cursor = Optional.empty();

  /** The row group behind the current one, whose rows are on their way from an object store. */
  private Optional<RowCursor> following = Optional.empty();

  private Optional<SourceRow> row = Optional.empty();
  private int nextGroup;
  private byte[] lastSource = new byte[0];
  private String lastSourceName = "";
  private Optional<SelectedTexts> chosen = Optional.empty();
  private int chosenGroup;

  ParquetRows(TextFile file, TextColumns columns) throws IOException {
    ColumnMapping mapping =
        new ColumnMapping(columns.source(), columns.text(), Optional.empty(), Optional.empty());
    this.source = ParquetSource.open(file.path(), mapping);
    this.bytes = file.bytes();
    this.isRemote = !SourceFile.isLocal(file.path());
  }

  @Override
  public boolean next() throws IOException {
    while (cursor.isEmpty() || !cursor.get().next()) {
      closeCurrent();
      Optional<RowCursor> opened = following;
      following = Optional.empty();
      if (opened.isEmpty() && nextGroup == source.rowGroups()) {
        return false;
      }
      cursor = opened.isPresent() ? opened : Optional.of(source.open(nextGroup++));
      readAhead();
    }
    row = Optional.of(cursor.get().row());
    return true;
  }

  private void readAhead() throws IOException {
    if (isRemote && nextGroup < source.rowGroups()) {
      RowCursor next = source.open(nextGroup++);
      following = Optional.of(next);
      next.begin();
    }
  }

  @Override
  public void goTo(long wanted) throws IOException {
    int group = chosenGroup;
    while (group < source.rowGroups() - 1 && wanted >= source.firstRow(group + 1)) {
      group++;
    }
    if (chosen.isEmpty() || group != chosenGroup) {
      close();
      chosenGroup = group;
      chosen = Optional.of(source.openChosen(group, buffers));
    }
    row = Optional.of(chosen.get().goTo(wanted));
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
  public Optional<String> source() {
    byte[] name = current().id();
    if (name.length == 0) {
      return Optional.empty();
    }
    if (!Arrays.equals(name, lastSource)) {
      lastSource = name;
      lastSourceName = new String(name, UTF_8);
    }
    return Optional.of(lastSourceName);
  }

  @Override
  public long bytesRead() {
    long read = row.map(SourceRow::row).orElse(0L);
    return (long) ((double) bytes * read / Math.max(1, source.rows()));
  }

  @Override
  public void close() throws IOException {
    if (following.isPresent()) {
      RowCursor closing = following.get();
      following = Optional.empty();
      closing.close();
    }
    closeCurrent();
  }

  private void closeCurrent() throws IOException {
    if (cursor.isPresent()) {
      RowCursor closing = cursor.get();
      cursor = Optional.empty();
      closing.close();
    }
    if (chosen.isPresent()) {
      SelectedTexts closing = chosen.get();
      chosen = Optional.empty();
      closing.close();
    }
  }
}
