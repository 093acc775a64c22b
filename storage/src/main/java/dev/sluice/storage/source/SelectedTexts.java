package dev.sluice.storage.source;

import dev.sluice.storage.page.ChunkPages;
import dev.sluice.storage.page.ChunkStream;
import dev.sluice.storage.page.ColumnChunkSpan;
import dev.sluice.storage.page.PageBuffers;
import dev.sluice.storage.page.PageDecompressor;
import dev.sluice.storage.page.PagesTooLargeException;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.page.TextPage;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Dictionary;

/**
 * Reads the texts of selected rows of one row group. Pages without any are skipped by their
 * headers, which contain the number of rows: they are neither read nor decompressed, and no offset
 * index is needed. Reads only the text column.
 *
 * <p>Memory: one stored page, one uncompressed page, and the column's dictionary. Not thread-safe.
 */
public final class SelectedTexts implements Closeable {
  private final Path file;
  private final int rowGroup;
  private final SourceLayout.Group group;
  private final SourceFile source;
  private final ChunkPages pages;
  private final PageDecompressor decompressor = new PageDecompressor();
  private final SourceRow current = new SourceRow();
  private Optional<TextPage> page = Optional.empty();
  private Optional<Dictionary> dictionary = Optional.empty();
  private long at = -1;

  SelectedTexts(
      Path file,
      int rowGroup,
      SourceLayout.Group group,
      SourceFile source,
      long pagesEnd,
      PageBuffers buffers) {
    this.file = file;
    this.rowGroup = rowGroup;
    this.group = group;
    this.source = source;
    ColumnChunkSpan span = group.text();
    this.pages =
        new ChunkPages(span, new ChunkStream(source, span, pagesEnd, buffers), decompressor);
  }

  /**
   * Advances to a later row of this row group.
   *
   * @param number index of the row in the file
   * @return the row with only its text, valid until the next call
   * @throws SourceFormatException if the row group is broken there
   * @throws PagesTooLargeException if a page exceeds the memory limit
   * @throws IOException if the file cannot be read
   */
  public SourceRow goTo(long number) throws IOException {
    long wanted = number - group.firstRow();
    if (wanted <= at || wanted >= group.rows()) {
      throw new IllegalArgumentException(
          "row %d: allowed are %d to %d"
              .formatted(number, group.firstRow() + at + 1, group.firstRow() + group.rows() - 1));
    }
    try {
      at = wanted;
      return read(wanted);
    } catch (RuntimeException e) {
      throw SourceFormatException.of(file, "row group %d: row %d".formatted(rowGroup, number), e);
    }
  }

  private SourceRow read(long wanted) {
    if (wanted >= pages.pageEnd()) {
      page = Optional.of(pageOf(wanted));
    }
    int row = (int) (wanted - pages.pageBegin());
    Optional<ByteBuffer> text = page.orElseThrow().text(row);
    current.startAt(group.firstRow() + wanted);
    text.ifPresent(current::setText);
    return current;
  }

  private TextPage pageOf(long wanted) {
    ColumnDescriptor column = group.text().descriptor();
    if (page.isEmpty()) {
      dictionary = pages.dictionary();
    }
    pages.passOverUntil(wanted);
    return TextPage.of(pages.readPage(), column, dictionary);
  }

  @Override
  public void close() throws IOException {
    try (source) {
      decompressor.close();
    }
  }
}
