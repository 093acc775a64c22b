package dev.sluice.jobs.shuffle.request;

import dev.sluice.storage.table.RowBuffers;

/**
 * What reading a row group may take of the heap.
 *
 * @param rowBytes a row as a record
 * @param pageBytes pages of all columns at once
 */
public record RowGroupLimits(int rowBytes, long pageBytes) {
  public RowBuffers buffers() {
    return new RowBuffers(rowBytes, pageBytes);
  }
}
