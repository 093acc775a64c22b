package dev.sluice.storage.table;

import dev.sluice.storage.page.PageBuffers;
import dev.sluice.storage.page.PageMemory;
import java.util.ArrayList;
import java.util.List;

/**
 * Reusable memory for the rows of successive row groups: a record, and a page of each column. Not
 * thread-safe.
 *
 * <p>Memory: the largest pages so far; a row group inherits at most 4 MiB from the previous one.
 */
public final class RowBuffers {
  private static final long KEPT_BYTES = 4 << 20;

  private final RecordBuffer record;
  private final long maxPageBytes;
  private List<PageBuffers> pages = List.of();

  /**
   * Starts empty; pages may use half of the heap.
   *
   * @param maxRecordBytes maximum size of a row as a record
   */
  public RowBuffers(int maxRecordBytes) {
    this(maxRecordBytes, Runtime.getRuntime().maxMemory() / 2);
  }

  /**
   * Starts empty.
   *
   * @param maxRecordBytes maximum size of a row as a record
   * @param maxPageBytes maximum total size of the pages of all columns
   */
  public RowBuffers(int maxRecordBytes, long maxPageBytes) {
    this.record = new RecordBuffer(maxRecordBytes);
    this.maxPageBytes = maxPageBytes;
  }

  RecordBuffer record() {
    return record;
  }

  /** Memory for a page of each column. */
  List<PageBuffers> pages(int columns) {
    long held = pages.stream().mapToLong(PageBuffers::bytes).sum();
    if (pages.size() != columns || held > KEPT_BYTES) {
      pages = new ArrayList<>();
      PageMemory memory = new PageMemory(maxPageBytes);
      for (int i = 0; i < columns; i++) {
        pages.add(new PageBuffers(memory));
      }
    }
    pages.forEach(PageBuffers::endChunk);
    return pages;
  }
}
