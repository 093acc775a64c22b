package dev.sluice.storage.source;

import dev.sluice.storage.page.ChunkPages;
import dev.sluice.storage.page.ChunkStream;
import dev.sluice.storage.page.PageBuffers;
import dev.sluice.storage.page.PageDecompressor;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.page.TextPage;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.parquet.column.Dictionary;

/**
 * Reads the texts of selected rows of one row group, in order. Pages without any are skipped by
 * their headers, which contain the number of rows: they are neither read nor decompressed, and no
 * offset index is needed. Reads only the text column.
 *
 * <p>Memory: one stored page, one uncompressed page, and the column's dictionary. Not thread-safe.
 */
public final class TextPages implements Closeable {
  private final Path file;
  private final int rowGroup;
  private final SourceLayout.Group group;
  private final SourceFile source;
  private final PageBuffers buffers;
  private final ChunkPages pages;
  private final PageDecompressor decompressor = new PageDecompressor();
  private Optional<TextPage> page = Optional.empty();
  private Optional<Dictionary> dictionary = Optional.empty();
  private long at = -1;

  TextPages(
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
    this.buffers = buffers;
    this.pages =
        new ChunkPages(
            group.text(), new ChunkStream(source, group.text(), pagesEnd, buffers), decompressor);
  }

  /** Index in the row group of the first row whose page can still be reached. */
  long position() {
    return pages.pageEnd();
  }

  /**
   * The text of a row behind all that were asked for, a range of an array, valid until the next
   * call; empty if it has none.
   *
   * @param number index of the row in the file
   * @throws SourceFormatException if the row group is broken there
   * @throws dev.sluice.storage.page.PagesTooLargeException if a page exceeds the memory limit
   * @throws IOException if the file cannot be read
   */
  public Optional<ByteBuffer> text(long number) throws IOException {
    long wanted = number - group.firstRow();
    if (wanted <= at || wanted >= group.rows()) {
      throw new IllegalArgumentException(
          "row %d: allowed are %d to %d"
              .formatted(number, group.firstRow() + at + 1, group.firstRow() + group.rows() - 1));
    }
    try {
      at = wanted;
      return pageOf(wanted)
          .text((int) (wanted - pages.pageBegin()))
          .map(
              text ->
                  ByteBuffer.wrap(
                      text.array(), text.arrayOffset() + text.position(), text.remaining()));
    } catch (RuntimeException e) {
      throw broken(wanted, e);
    }
  }

  /**
   * All texts of the page of a row.
   *
   * @param row index in the row group, at least {@link #position}
   * @throws SourceFormatException if the row group is broken there
   * @throws IOException if the file cannot be read
   */
  PageTexts page(long row) throws IOException {
    try {
      TextPage read = pageOf(row);
      ByteBuffer[] texts = new ByteBuffer[(int) (pages.pageEnd() - pages.pageBegin())];
      for (int i = 0; i < texts.length; i++) {
        texts[i] = read.text(i).orElse(null);
      }
      buffers.detachPage();
      return new PageTexts(pages.pageBegin(), texts);
    } catch (RuntimeException e) {
      throw broken(row, e);
    }
  }

  private IOException broken(long row, RuntimeException e) {
    return SourceFormatException.of(
        file, "row group %d: row %d".formatted(rowGroup, group.firstRow() + row), e);
  }

  private TextPage pageOf(long row) {
    if (row >= pages.pageEnd()) {
      if (pages.pageEnd() == 0) {
        dictionary = pages.dictionary();
      }
      pages.passOverUntil(row);
      page = Optional.of(TextPage.of(pages.readPage(), group.text().descriptor(), dictionary));
    }
    return page.orElseThrow();
  }

  @Override
  public void close() throws IOException {
    try (source) {
      decompressor.close();
    }
  }
}
