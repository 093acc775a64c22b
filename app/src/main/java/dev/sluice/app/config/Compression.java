package dev.sluice.app.config;

/** How the pages of shards are compressed. */
public enum Compression {
  /** Zstandard, levels 1 to 22. */
  ZSTD(22),
  /** Gzip, levels 1 to 9; the bytes depend on the platform's zlib. */
  GZIP(9),
  /** Snappy, which has no levels. */
  SNAPPY(0),
  /** Not at all. */
  NONE(0);

  private final int highestLevel;

  Compression(int highestLevel) {
    this.highestLevel = highestLevel;
  }

  /** The highest level, 0 where there are none. */
  public int highestLevel() {
    return highestLevel;
  }
}
