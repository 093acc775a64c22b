package dev.sluice.ingest.decode;

import dev.sluice.storage.source.ParquetSource;

/**
 * A run of consecutive row groups of a file that are decoded together. Tiny row groups are
 * combined, because handing them over one by one costs more than decoding them.
 *
 * @param source the opened file
 * @param path path of the file relative to the input
 * @param from the first row group
 * @param to index after the last row group
 * @param firstRow number of the first row of the file to publish; earlier rows were published
 *     before
 * @param recordBytes upper bound of the memory of all its encoded rows
 * @param readBytes upper bound of the memory for reading one of its row groups
 */
record SourceSlice(
    ParquetSource source,
    String path,
    int from,
    int to,
    long firstRow,
    long recordBytes,
    long readBytes) {
  /** The maximum size of the decompressed and encoded rows of a small row group, in bytes. */
  static final long SMALL_BYTES = 32L << 20;

  /** The maximum size of the rows of combined row groups, in bytes. */
  private static final long RUN_BYTES = 1 << 20;

  /**
   * The memory of an encoded row in addition to id and text: objects, arrays, headers with keys,
   * copies of fields.
   */
  private static final long RECORD_BYTES = 640;

  /** The memory of a row group in addition to its rows: a batch with its counters. */
  private static final long BATCH_BYTES = 4 << 10;

  /**
   * Returns a slice with this row group and as many of the next ones as fit into the given memory.
   */
  static SourceSlice of(ParquetSource source, String path, int rowGroup, long firstRow, long most) {
    SourceSlice slice = one(source, path, rowGroup, firstRow);
    while (slice.to < source.rowGroups()) {
      SourceSlice longer = slice.with(one(source, path, slice.to, firstRow));
      if (longer.recordBytes > RUN_BYTES || longer.bytes() > most) {
        return slice;
      }
      slice = longer;
    }
    return slice;
  }

  private static SourceSlice one(ParquetSource source, String path, int rowGroup, long firstRow) {
    return new SourceSlice(
        source,
        path,
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
        from,
        next.to,
        firstRow,
        recordBytes + next.recordBytes,
        Math.max(readBytes, next.readBytes));
  }

  boolean isSmall() {
    return recordBytes <= SMALL_BYTES;
  }

  /** Returns an upper bound of the memory for decoding, in bytes. */
  long bytes() {
    return readBytes + Math.min(recordBytes, SMALL_BYTES);
  }
}
