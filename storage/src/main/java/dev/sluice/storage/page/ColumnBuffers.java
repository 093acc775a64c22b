package dev.sluice.storage.page;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Provides reusable memory for the pages of each column of successive row groups. Not thread-safe.
 *
 * <p>Memory: the largest pages so far; a row group inherits at most {@code keptBytes} from the
 * previous one.
 */
public final class ColumnBuffers {
  private final long maxPageBytes;
  private final long keptBytes;
  private List<PageBuffers> pages = List.of();

  /**
   * Creates empty buffers.
   *
   * @param maxPageBytes maximum total size of the pages of all columns
   * @param keptBytes how much of this memory the next row group may inherit
   */
  public ColumnBuffers(long maxPageBytes, long keptBytes) {
    this.maxPageBytes = maxPageBytes;
    this.keptBytes = keptBytes;
  }

  /** Creates empty buffers for one row group. Pages may use half of the heap. */
  public static ColumnBuffers ofHeap() {
    return new ColumnBuffers(Runtime.getRuntime().maxMemory() / 2, 0);
  }

  /**
   * Returns the stored form of a page, as it was read, if the page that was read last from one of
   * the columns has this content. The result is valid until the next page is read.
   *
   * @param content begins with the uncompressed content of a page
   */
  public Optional<ByteBuffer> storedForm(byte[] content, int length) {
    return pages.stream()
        .map(column -> column.storedForm(content, length))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** Returns memory for a page of each column. Values of the previous row group become invalid. */
  public List<PageBuffers> pages(int columns) {
    long held = pages.stream().mapToLong(PageBuffers::bytes).sum();
    if (pages.size() != columns || held > keptBytes) {
      PageMemory memory = new PageMemory(maxPageBytes);
      pages = new ArrayList<>();
      for (int i = 0; i < columns; i++) {
        pages.add(new PageBuffers(memory));
      }
    }
    pages.forEach(PageBuffers::endChunk);
    return pages;
  }
}
