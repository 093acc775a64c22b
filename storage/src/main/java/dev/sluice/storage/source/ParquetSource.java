package dev.sluice.storage.source;

import static java.util.Objects.requireNonNull;

import dev.sluice.storage.page.ChunkPages;
import dev.sluice.storage.page.ColumnChunkSpan;
import dev.sluice.storage.page.PageBuffers;
import dev.sluice.storage.page.PageMemory;
import dev.sluice.storage.page.PagesTooLargeException;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.page.SourceFooter;
import dev.sluice.storage.page.SourceFormatException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A Parquet file whose footer has been read and checked. Immutable and thread-safe; holds no
 * descriptor: each read opens its own.
 *
 * <p>Reads only the mapped columns, page by page. Broken bytes end in a {@link
 * SourceFormatException}, never in another exception and never in an allocation that the file's
 * declared and plausible sizes do not cover. A checksum is verified where the file has one.
 */
public final class ParquetSource {
  private static final long COLUMN_BYTES = 64 << 10;

  private final Path file;
  private final long length;
  private final long pagesEnd;
  private final List<SourceLayout.Group> groups;

  private ParquetSource(SourceFooter footer, List<SourceLayout.Group> groups) {
    this.file = footer.file();
    this.length = footer.length();
    this.pagesEnd = footer.position();
    this.groups = groups;
  }

  /**
   * Reads and checks the footer.
   *
   * @throws SourceFormatException when the file is not Parquet, is cut off or encrypted,
   *     contradicts itself, or does not fit the mapping: a required column is missing (the message
   *     lists those there are), repeated, or of a wrong type
   * @throws IOException when it cannot be read
   */
  public static ParquetSource open(Path file, ColumnMapping mapping) throws IOException {
    requireNonNull(mapping, "mapping");
    SourceFooter footer = SourceFooter.read(requireNonNull(file, "file"));
    return new ParquetSource(footer, new SourceLayout(footer, mapping).groups());
  }

  /**
   * All leaf columns of a file in its order, as {@code path (type)}, for messages.
   *
   * @throws SourceFormatException when the file is not readable Parquet
   */
  public static List<String> columns(Path file) throws IOException {
    return SourceFooter.read(requireNonNull(file, "file")).columns();
  }

  /** The file's rows. */
  public long rows() {
    return groups.stream().mapToLong(SourceLayout.Group::rows).sum();
  }

  /** The number of row groups, which may be 0. */
  public int rowGroups() {
    return groups.size();
  }

  /** The rows of a row group, numbered from 0. */
  public long rows(int rowGroup) {
    return groups.get(rowGroup).rows();
  }

  /** The number in the file of a row group's first row. */
  public long firstRow(int rowGroup) {
    return groups.get(rowGroup).firstRow();
  }

  /**
   * A bound, in bytes, of the heap that reading a row group takes: the largest page as stored and
   * unpacked can be as large as the chunk, and values of a dictionary are objects.
   */
  public long readBytes(int rowGroup) {
    SourceLayout.Group group = groups.get(rowGroup);
    long bytes = 0;
    for (ColumnChunkSpan span : group.spans()) {
      long unpacked = Math.min(span.uncompressedBytes(), ChunkPages.MAX_PAGE_BYTES);
      long objects = span.equals(group.text()) ? unpacked / 4 : 4 * unpacked;
      bytes += Math.min(span.compressedBytes(), ChunkPages.MAX_PAGE_BYTES) + unpacked + objects;
      bytes += COLUMN_BYTES;
    }
    return bytes;
  }

  /** The unpacked size, in bytes, of the mapped columns of a row group, as the file declares. */
  public long uncompressedBytes(int rowGroup) {
    return groups.get(rowGroup).spans().stream()
        .mapToLong(ColumnChunkSpan::uncompressedBytes)
        .sum();
  }

  /** Does the same where pages may take half of the heap. */
  public void read(int rowGroup, RowConsumer consumer) throws IOException, InterruptedException {
    read(rowGroup, Runtime.getRuntime().maxMemory() / 2, consumer);
  }

  /**
   * Hands every row of a row group to the consumer, in order. May run in several threads at once,
   * each for itself.
   *
   * @param maxPageBytes that pages of the mapped columns may take at once
   * @throws PagesTooLargeException when they take more
   * @throws SourceFormatException when the row group is broken; the rows before have been handed
   *     out
   * @throws IOException when the file cannot be read, has changed, or the consumer throws one
   * @throws InterruptedException when the consumer throws it
   */
  public void read(int rowGroup, long maxPageBytes, RowConsumer consumer)
      throws IOException, InterruptedException {
    if (groups.get(rowGroup).rows() == 0) {
      return;
    }
    try (RowCursor rows = open(rowGroup, new PageMemory(maxPageBytes))) {
      while (rows.next()) {
        consumer.accept(rows.row());
      }
    }
  }

  /**
   * Opens a row group to be read row by row, its pages in half of the heap; holds a descriptor
   * until it is closed.
   *
   * @throws IOException when the file cannot be opened or has changed
   */
  public RowCursor open(int rowGroup) throws IOException {
    return open(rowGroup, PageMemory.ofHeap());
  }

  private RowCursor open(int rowGroup, PageMemory memory) throws IOException {
    return new RowCursor(
        file,
        rowGroup,
        groups.get(rowGroup),
        SourceFile.openUnchanged(file, length),
        pagesEnd,
        memory);
  }

  /**
   * Opens a row group to read texts of chosen rows; holds a descriptor until it is closed.
   *
   * @param buffers used by nobody else until then
   * @throws IOException when the file cannot be opened or has changed
   */
  public SelectedTexts openChosen(int rowGroup, PageBuffers buffers) throws IOException {
    return new SelectedTexts(
        file,
        rowGroup,
        groups.get(rowGroup),
        SourceFile.openUnchanged(file, length),
        pagesEnd,
        buffers);
  }
}
