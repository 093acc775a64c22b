package dev.sluice.storage.page;

import java.util.Arrays;
import java.util.Optional;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.format.CompressionCodec;

/**
 * The position of a column chunk in the file. It comes from the footer and is checked against the
 * file's length.
 *
 * @param descriptor the column
 * @param offset the offset of the first page
 * @param compressedBytes size of all pages and headers
 * @param uncompressedBytes their uncompressed size, as declared in the footer or, if missing there,
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

  /** Returns whether the uncompressed size is missing. Some writers omit it. */
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

  /** The supported page codecs, under Parquet's names. */
  enum SourceCodec {
    UNCOMPRESSED,
    SNAPPY,
    GZIP,
    ZSTD,
    LZ4,
    LZ4_RAW;

    static Optional<SourceCodec> of(CompressionCodec codec) {
      return Arrays.stream(values()).filter(known -> known.name().equals(codec.name())).findAny();
    }
  }
}
