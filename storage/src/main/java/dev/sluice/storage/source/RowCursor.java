package dev.sluice.storage.source;

import dev.sluice.storage.page.ChunkPages;
import dev.sluice.storage.page.ChunkStream;
import dev.sluice.storage.page.ColumnBuffers;
import dev.sluice.storage.page.ColumnChunkSpan;
import dev.sluice.storage.page.PageBuffers;
import dev.sluice.storage.page.PageDecompressor;
import dev.sluice.storage.page.PagesTooLargeException;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.page.SourceFormatException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Optional;

/**
 * Reads the rows of one row group in order. Decoding is separate from the use of a row, so that an
 * exception of the latter is not mistaken for broken data. Not thread-safe.
 */
public final class RowCursor implements Closeable {
  private final Path file;
  private final int rowGroup;
  private final SourceLayout.Group group;
  private final FieldRules rules;
  private final SourceFile source;
  private final long pagesEnd;
  private final Iterator<PageBuffers> buffers;
  private final PageDecompressor decompressor = new PageDecompressor();
  private final SourceRow none = new SourceRow();
  private final ParquetColumns others;
  private Optional<RowGroupReader> reader = Optional.empty();
  private SourceRow row = none;
  private long next;

  RowCursor(
      Path file,
      int rowGroup,
      SourceLayout.Group group,
      FieldRules rules,
      SourceFile source,
      long pagesEnd,
      ColumnBuffers buffers,
      ParquetColumns others) {
    this.file = file;
    this.rowGroup = rowGroup;
    this.group = group;
    this.rules = rules;
    this.source = source;
    this.pagesEnd = pagesEnd;
    this.buffers = buffers.pages(group.spans().size()).iterator();
    group.spans().forEach(span -> ChunkStream.plan(source, span, pagesEnd));
    this.others = others;
  }

  /**
   * Advances to the next row.
   *
   * @return false after the last
   * @throws SourceFormatException if the row group is broken there
   * @throws PagesTooLargeException if its pages exceed the memory limit
   * @throws IOException if the file cannot be read
   */
  public boolean next() throws IOException {
    if (next == group.rows()) {
      row = none;
      others.finish();
      return false;
    }
    try {
      if (reader.isEmpty()) {
        reader = Optional.of(new RowGroupReader(group, rules, this::pages, others));
      } else {
        reader.get().advance();
      }
      row = reader.get().row(group.firstRow() + next);
      next++;
      return true;
    } catch (RuntimeException e) {
      throw SourceFormatException.of(
          file, "row group %d: row %d".formatted(rowGroup, group.firstRow() + next), e);
    }
  }

  /**
   * The current row, valid until {@link #next} is called; an empty one before the first and after
   * the last.
   */
  public SourceRow row() {
    return row;
  }

  private ChunkPages pages(ColumnChunkSpan span) {
    return new ChunkPages(
        span, new ChunkStream(source, span, pagesEnd, buffers.next()), decompressor);
  }

  @Override
  public void close() throws IOException {
    try (source;
        others) {
      decompressor.close();
    }
  }
}
