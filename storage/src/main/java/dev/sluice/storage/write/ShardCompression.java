package dev.sluice.storage.write;

import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Compression of the pages of shards. The bytes of {@code GZIP} depend on the JDK's zlib, all
 * others only on this program.
 */
public enum ShardCompression {
  /** Zstandard, with levels 1 to 22. */
  ZSTD(1, 22, CompressionCodecName.ZSTD),
  /** Deflate, with levels 1 to 9. */
  GZIP(1, 9, CompressionCodecName.GZIP),
  /** Snappy. The level is ignored. */
  SNAPPY(Integer.MIN_VALUE, Integer.MAX_VALUE, CompressionCodecName.SNAPPY),
  /** Not compressed. The level is ignored. */
  NONE(Integer.MIN_VALUE, Integer.MAX_VALUE, CompressionCodecName.UNCOMPRESSED);

  private final int minLevel;
  private final int maxLevel;
  private final CompressionCodecName codec;

  ShardCompression(int minLevel, int maxLevel, CompressionCodecName codec) {
    this.minLevel = minLevel;
    this.maxLevel = maxLevel;
    this.codec = codec;
  }

  /** Returns whether the level has an effect. */
  public boolean hasLevels() {
    return minLevel > Integer.MIN_VALUE;
  }

  /** Returns the lowest level allowed. */
  public int minLevel() {
    return minLevel;
  }

  /** Returns the highest level allowed. */
  public int maxLevel() {
    return maxLevel;
  }

  CompressionCodecName codec() {
    return codec;
  }
}
