package dev.sluice.storage.parquet;

import org.apache.parquet.column.ColumnDescriptor;

/**
 * Where one column of one row group lies in the file, as the footer says and as has been checked
 * against the file's length.
 *
 * @param descriptor the column
 * @param offset of the first page
 * @param compressedBytes of all pages and their headers
 * @param uncompressedBytes the same unpacked, as declared
 * @param values nulls included: the row group's rows, or more where the column is repeated
 */
record ColumnChunkSpan(
    ColumnDescriptor descriptor,
    SourceCodec codec,
    long offset,
    long compressedBytes,
    long uncompressedBytes,
    long values) {

  String path() {
    return String.join(".", descriptor.getPath());
  }
}
