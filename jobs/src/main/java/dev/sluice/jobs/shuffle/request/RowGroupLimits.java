package dev.sluice.jobs.shuffle.request;

import dev.sluice.storage.table.RowBuffers;

/**
 * Memory for reading a row group.
 *
 * @param rowBytes limit of a row as a record
 * @param pageBytes limit of the current pages of all columns
 */
public record RowGroupLimits(int rowBytes, long pageBytes) {
  public RowBuffers buffers() {
    return new RowBuffers(rowBytes, pageBytes);
  }
}
