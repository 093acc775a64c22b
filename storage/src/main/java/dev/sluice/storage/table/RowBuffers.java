package dev.sluice.storage.table;

import dev.sluice.storage.page.ColumnBuffers;
import dev.sluice.storage.page.PageBuffers;
import java.util.List;

/**
 * Provides reusable memory for the rows of successive row groups. It is memory for a record and a
 * page of each column. Not thread-safe.
 *
 * <p>Memory: the largest pages so far; a row group inherits at most 4 MiB from the previous one.
 */
public final class RowBuffers {
  private static final long KEPT_BYTES = 4 << 20;

  private final RecordBuffer record;
  private final ColumnBuffers pages;

  /**
   * Creates empty buffers. Pages may use half of the heap.
   *
   * @param maxRecordBytes maximum size of a row as a record
   */
  public RowBuffers(int maxRecordBytes) {
    this(maxRecordBytes, Runtime.getRuntime().maxMemory() / 2);
  }

  /**
   * Creates empty buffers.
   *
   * @param maxRecordBytes maximum size of a row as a record
   * @param maxPageBytes maximum total size of the pages of all columns
   */
  public RowBuffers(int maxRecordBytes, long maxPageBytes) {
    this.record = new RecordBuffer(maxRecordBytes);
    this.pages = new ColumnBuffers(maxPageBytes, KEPT_BYTES);
  }

  RecordBuffer record() {
    return record;
  }

  /** Returns the memory for a page of each column. */
  List<PageBuffers> pages(int columns) {
    return pages.pages(columns);
  }
}
