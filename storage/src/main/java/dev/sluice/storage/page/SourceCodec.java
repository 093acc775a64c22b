package dev.sluice.storage.page;

import java.util.Arrays;
import java.util.Optional;
import org.apache.parquet.format.CompressionCodec;

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
