package dev.sluice.storage.parquet;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.parquet.column.ColumnReader;

/**
 * Reads the texts of chosen rows of one row group. Pages between them are passed over by their
 * headers, which say how many rows they hold: they are not unpacked, and nothing of theirs but the
 * header is read; no offset index is needed. Only the text column is touched.
 *
 * <p>Heap: one page as stored and one unpacked, and the column's dictionary. Not thread-safe; to be
 * closed.
 */
public final class ChosenTexts implements Closeable {
  private final Path file;
  private final int rowGroup;
  private final SourceLayout.Group group;
  private final SourceFile source;
  private final ChunkPages pages;
  private final PageDecompressor decompressor = new PageDecompressor();
  private final SourceRow row = new SourceRow();
  private Optional<ColumnCursor> column = Optional.empty();
  private long at = -1;

  ChosenTexts(Path file, int rowGroup, SourceLayout.Group group, SourceFile source, long pagesEnd) {
    this.file = file;
    this.rowGroup = rowGroup;
    this.group = group;
    this.source = source;
    ColumnChunkSpan span = group.text();
    this.pages = new ChunkPages(span, new ChunkStream(source, span, pagesEnd), decompressor);
  }

  /**
   * Goes to a row of this row group behind the one it stands on.
   *
   * @param number the row's number in the file
   * @return its text alone, valid until the next call
   * @throws SourceFormatException when the row group is broken there
   * @throws IOException when the file cannot be read
   */
  public SourceRow goTo(long number) throws IOException {
    long wanted = number - group.firstRow();
    if (wanted <= at || wanted >= group.rows()) {
      throw new IllegalArgumentException(
          "row %d: allowed are %d to %d"
              .formatted(number, group.firstRow() + at + 1, group.firstRow() + group.rows() - 1));
    }
    try {
      advance(wanted);
      return read(number);
    } catch (RuntimeException e) {
      throw SourceFormatException.of(file, "row group %d: row %d".formatted(rowGroup, number), e);
    }
  }

  private void advance(long wanted) {
    pages.passOverUntil(wanted);
    if (column.isEmpty()) {
      column = Optional.of(new ColumnCursor(group.text(), pages));
      at = pages.pageBegin();
    }
    ColumnCursor cursor = column.get();
    ColumnReader reader = cursor.value();
    while (at < wanted) {
      long end = pages.pageEnd();
      // What is left of a page without wanted rows is passed over without its values.
      if (wanted < end && cursor.isPresent()) {
        reader.skip();
      }
      cursor.advance();
      at = at + 1 < end ? at + 1 : pages.pageBegin();
    }
  }

  private SourceRow read(long number) {
    row.startAt(number);
    ColumnCursor cursor = column.orElseThrow();
    if (cursor.isPresent()) {
      row.setText(cursor.value().getBinary().toByteBuffer());
    } else {
      row.noText();
    }
    return row;
  }

  @Override
  public void close() throws IOException {
    try (source) {
      decompressor.close();
    }
  }
}
