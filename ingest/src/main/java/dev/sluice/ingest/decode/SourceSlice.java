package dev.sluice.ingest.decode;

import dev.sluice.storage.source.ParquetSource;

/**
 * Consecutive row groups of a file that are decoded together: many where they are tiny, for handing
 * over each by itself costs more than decoding it.
 *
 * @param source the opened file
 * @param path of the file relative to the input
 * @param file index of the file in its unit
 * @param from the first row group
 * @param to the one behind the last
 * @param firstRow rows of the file below this one were sent before
 * @param recordBytes bound of what all of its rows take when they wait to be sent
 * @param readBytes bound of what reading one of its row groups takes
 */
record SourceSlice(
    ParquetSource source,
    String path,
    int file,
    int from,
    int to,
    long firstRow,
    long recordBytes,
    long readBytes) {
  /** Row groups whose rows take up to this many bytes, unpacked and as records, are small. */
  static final long SMALL_BYTES = 32L << 20;

  /** Small row groups are put together while their rows take no more than this. */
  private static final long RUN_BYTES = 1 << 20;

  /**
   * What a row takes as a record beside id and text: objects, arrays, headers, the fields' copies.
   */
  private static final long RECORD_BYTES = 512;

  /** What a row group takes beside its rows: a batch with its counters. */
  private static final long BATCH_BYTES = 4 << 10;

  /** A row group, and those behind it that fit in, all together in so much memory. */
  static SourceSlice of(
      ParquetSource source, String path, int file, int rowGroup, long firstRow, long most) {
    SourceSlice slice = one(source, path, file, rowGroup, firstRow);
    while (slice.to < source.rowGroups()) {
      SourceSlice longer = slice.with(one(source, path, file, slice.to, firstRow));
      if (longer.recordBytes > RUN_BYTES || longer.bytes() > most) {
        return slice;
      }
      slice = longer;
    }
    return slice;
  }

  private static SourceSlice one(
      ParquetSource source, String path, int file, int rowGroup, long firstRow) {
    return new SourceSlice(
        source,
        path,
        file,
        rowGroup,
        rowGroup + 1,
        firstRow,
        source.uncompressedBytes(rowGroup) + RECORD_BYTES * source.rows(rowGroup) + BATCH_BYTES,
        source.readBytes(rowGroup));
  }

  private SourceSlice with(SourceSlice next) {
    return new SourceSlice(
        source,
        path,
        file,
        from,
        next.to,
        firstRow,
        recordBytes + next.recordBytes,
        Math.max(readBytes, next.readBytes));
  }

  boolean isSmall() {
    return recordBytes <= SMALL_BYTES;
  }

  /** Bound of the memory that decoding it takes. */
  long bytes() {
    return readBytes + Math.min(recordBytes, SMALL_BYTES);
  }
}
