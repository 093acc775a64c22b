package dev.sluice.storage.source;

import dev.sluice.storage.page.ChunkPages;
import dev.sluice.storage.page.ChunkStream;
import dev.sluice.storage.page.ColumnCursor;
import dev.sluice.storage.page.PageBuffers;
import dev.sluice.storage.page.PageDecompressor;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.page.SourceFormatException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads the texts of selected rows of one row group, in order. Pages without a selected row are
 * skipped by their headers, which contain the number of rows: such pages are neither read nor
 * decompressed, and no offset index is needed. Reads only the text column.
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
  private Optional<ColumnCursor> cursor = Optional.empty();
  private long at;
  private long next;

  /**
   * The texts of one page. They can be read in any order. Immutable and thread-safe.
   *
   * @param firstRow the index in the row group of the first row
   * @param texts the texts by row; null if a row has no text
   */
  record Page(long firstRow, ByteBuffer[] texts) {
    /** The memory that a text takes besides its bytes. */
    private static final int TEXT_BYTES = 64;

    boolean contains(long row) {
      return row >= firstRow && row < firstRow + texts.length;
    }

    Optional<ByteBuffer> text(long row) {
      return Optional.ofNullable(texts[(int) (row - firstRow)]);
    }

    /** Returns the memory use in bytes. */
    long bytes() {
      long bytes = 0;
      for (ByteBuffer text : texts) {
        bytes += TEXT_BYTES + (text == null ? 0 : text.remaining());
      }
      return bytes;
    }
  }

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

  /** Returns the index in the row group of the first row whose page can still be reached. */
  long position() {
    return pages.pageEnd();
  }

  /**
   * Returns the text of a row, or empty if the row has no text. The row must come after all rows
   * requested before. The result is a range of an array, valid until the next call.
   *
   * @param number the index of the row in the file
   * @throws SourceFormatException if the row group is broken there
   * @throws dev.sluice.storage.page.PageMemory.PagesTooLargeException if a page exceeds the memory
   *     limit
   * @throws IOException if the file cannot be read
   */
  public Optional<ByteBuffer> text(long number) throws IOException {
    long wanted = number - group.firstRow();
    if (wanted < next || wanted >= group.rows()) {
      throw new IllegalArgumentException(
          "row %d must be from %d to %d"
              .formatted(number, group.firstRow() + next, group.firstRow() + group.rows() - 1));
    }
    try {
      next = wanted + 1;
      moveToPage(wanted);
      while (at < wanted) {
        advance();
      }
      return text();
    } catch (RuntimeException e) {
      throw broken(wanted, e);
    }
  }

  /**
   * Returns all texts of the page that contains a row.
   *
   * @param row index in the row group, at least {@link #position}
   * @throws SourceFormatException if the row group is broken there
   * @throws IOException if the file cannot be read
   */
  Page page(long row) throws IOException {
    try {
      moveToPage(row);
      ByteBuffer[] texts = new ByteBuffer[(int) (pages.pageEnd() - pages.pageBegin())];
      texts[0] = text().orElse(null);
      for (int i = 1; i < texts.length; i++) {
        advance();
        texts[i] = text().orElse(null);
      }
      buffers.detachPage();
      return new Page(pages.pageBegin(), texts);
    } catch (RuntimeException e) {
      throw broken(row, e);
    }
  }

  private IOException broken(long row, RuntimeException e) {
    return SourceFormatException.of(
        file, "row group %d: row %d".formatted(rowGroup, group.firstRow() + row), e);
  }

  /**
   * Moves to the first row of the page that contains a row, unless the position is already in that
   * page.
   */
  private void moveToPage(long row) {
    if (row < pages.pageEnd()) {
      return;
    }
    pages.passOverUntil(row);
    if (cursor.isEmpty()) {
      cursor = Optional.of(new ColumnCursor(group.text(), pages));
      at = pages.pageBegin();
    }
    while (row >= pages.pageEnd()) {
      advance();
    }
  }

  /** Moves to the next row, or to the first row of the next page that is not skipped. */
  private void advance() {
    ColumnCursor column = cursor.orElseThrow();
    if (column.isPresent()) {
      column.value().skip();
    }
    column.advance();
    at = Math.max(at + 1, pages.pageBegin());
  }

  private Optional<ByteBuffer> text() {
    ColumnCursor column = cursor.orElseThrow();
    if (!column.isPresent()) {
      return Optional.empty();
    }
    ByteBuffer text = column.value().getBinary().toByteBuffer();
    return Optional.of(
        ByteBuffer.wrap(text.array(), text.arrayOffset() + text.position(), text.remaining()));
  }

  @Override
  public void close() throws IOException {
    try (source) {
      decompressor.close();
    }
  }
}
