package dev.sluice.storage.table;

import dev.sluice.storage.page.PageBuffers;
import dev.sluice.storage.page.PageMemory;
import java.util.ArrayList;
import java.util.List;

/**
 * Room for the rows of one row group after the other: a record, and a page of each column. Not
 * thread-safe.
 *
 * <p>Heap: the largest pages so far, of which a row group takes over no more than 4 MiB from the
 * one before.
 */
public final class RowBuffers {
  private static final long KEPT_BYTES = 4 << 20;

  private final RecordBuffer record;
  private final long maxPageBytes;
  private List<PageBuffers> pages = List.of();

  /**
   * With no room yet; pages may take half of the heap.
   *
   * @param maxRecordBytes that a row may take as a record
   */
  public RowBuffers(int maxRecordBytes) {
    this(maxRecordBytes, Runtime.getRuntime().maxMemory() / 2);
  }

  /**
   * With no room yet.
   *
   * @param maxRecordBytes that a row may take as a record
   * @param maxPageBytes that pages of all columns may take at once
   */
  public RowBuffers(int maxRecordBytes, long maxPageBytes) {
    this.record = new RecordBuffer(maxRecordBytes);
    this.maxPageBytes = maxPageBytes;
  }

  RecordBuffer record() {
    return record;
  }

  /** Room for a page of each column. */
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
