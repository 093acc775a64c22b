package dev.sluice.storage.page;

import org.apache.parquet.column.ColumnDescriptor;

/**
 * Where one column of one row group lies in the file, as the footer says and as has been checked
 * against the file's length.
 *
 * @param descriptor the column
 * @param offset of the first page
 * @param compressedBytes of all pages and their headers
 * @param uncompressedBytes the same unpacked, as declared here or, where that is left out, by the
 *     pages' headers
 * @param values nulls included: the row group's rows, or more where the column is repeated
 * @param alwaysPacked whether pages are packed even where they say that they are not
 */
public record ColumnChunkSpan(
    ColumnDescriptor descriptor,
    SourceCodec codec,
    long offset,
    long compressedBytes,
    long uncompressedBytes,
    long values,
    boolean alwaysPacked) {

  /** Some writers do not tell to what the pages unpack. */
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
