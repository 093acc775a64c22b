package dev.sluice.storage.page;

import org.apache.parquet.column.ColumnDescriptor;

/**
 * The position of a column chunk in the file, from the footer and checked against the file's
 * length.
 *
 * @param descriptor the column
 * @param offset of the first page
 * @param compressedBytes size of all pages and headers
 * @param uncompressedBytes the same, uncompressed: as declared in the footer or, if missing there,
 *     in the page headers
 * @param values number of values including nulls: the rows of the row group, or more in a repeated
 *     column
 * @param alwaysPacked whether pages are compressed even if they are marked as uncompressed
 */
public record ColumnChunkSpan(
    ColumnDescriptor descriptor,
    SourceCodec codec,
    long offset,
    long compressedBytes,
    long uncompressedBytes,
    long values,
    boolean alwaysPacked) {

  /** Some writers omit the uncompressed size. */
  boolean isUnpackedSizeMissing() {
    return uncompressedBytes == 0 && compressedBytes > 0;
  }

  ColumnChunkSpan withUncompressedBytes(long bytes) {
    return new ColumnChunkSpan(
        descriptor, codec, offset, compressedBytes, bytes, values, alwaysPacked);
  }

  String path() {
    return String.join(".", descriptor.getPath());
  }
}
