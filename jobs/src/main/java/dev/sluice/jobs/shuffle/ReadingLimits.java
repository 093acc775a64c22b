package dev.sluice.jobs.shuffle;

import dev.sluice.storage.parquet.RowBuffers;

/**
 * What reading a row group may take of the heap.
 *
 * @param rowBytes a row as a record
 * @param pageBytes pages of all columns at once
 */
record ReadingLimits(int rowBytes, long pageBytes) {
  RowBuffers buffers() {
    return new RowBuffers(rowBytes, pageBytes);
  }
}
