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
import org.apache.parquet.column.page.DataPage;

/**
 * Reads pages of the text column of one row group, in order, each with all of its texts. Pages
 * without a wanted row are skipped by their headers. Not thread-safe.
 */
final class TextPageCursor implements Closeable {
  private final Path file;
  private final int rowGroup;
  private final SourceLayout.Group group;
  private final SourceFile source;
  private final PageBuffers buffers = new PageBuffers();
  private final PageDecompressor decompressor = new PageDecompressor();
  private final ChunkPages pages;
  private Optional<Dictionary> dictionary = Optional.empty();

  TextPageCursor(
      Path file, int rowGroup, SourceLayout.Group group, SourceFile source, long pagesEnd) {
    this.file = file;
    this.rowGroup = rowGroup;
    this.group = group;
    this.source = source;
    this.pages =
        new ChunkPages(
            group.text(), new ChunkStream(source, group.text(), pagesEnd, buffers), decompressor);
  }

  /** Index in the row group of the first row that can still be reached. */
  long position() {
    return pages.pageEnd();
  }

  /**
   * Reads the page of a row.
   *
   * @param row index in the row group, at least {@link #position}
   * @throws SourceFormatException if the row group is broken there
   * @throws IOException if the file cannot be read
   */
  PageTexts read(long row) throws IOException {
    try {
      if (pages.pageEnd() == 0) {
        dictionary = pages.dictionary();
      }
      pages.passOverUntil(row);
      return texts(pages.readPage());
    } catch (RuntimeException e) {
      throw SourceFormatException.of(
          file, "row group %d: row %d".formatted(rowGroup, group.firstRow() + row), e);
    }
  }

  private PageTexts texts(DataPage read) {
    TextPage page = TextPage.of(read, group.text().descriptor(), dictionary);
    ByteBuffer[] texts = new ByteBuffer[read.getValueCount()];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = page.text(i).orElse(null);
    }
    buffers.detachPage();
    return new PageTexts(pages.pageBegin(), texts);
  }

  @Override
  public void close() throws IOException {
    try (source) {
      decompressor.close();
    }
  }
}
