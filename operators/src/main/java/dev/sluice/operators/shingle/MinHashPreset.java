package dev.sluice.operators.shingle;

import dev.sluice.algorithms.neardup.Bands;

/** What other programs look for near-duplicates with when they are told nothing else. */
public enum MinHashPreset {
  /** datatrove, as FineWeb was made: 5 words, 14 bands of 8. */
  DATATROVE(ShingleUnit.WORDS, 5, new Bands(14, 8)),
  /** Data-Juicer: 5 words, the best bands of 256 rows for a threshold of 0.7: 25 of 10. */
  DATA_JUICER(ShingleUnit.WORDS, 5, new Bands(25, 10)),
  /** text-dedup: 5 words, the best bands of 240 rows for a threshold of 0.7: 24 of 10. */
  TEXT_DEDUP(ShingleUnit.WORDS, 5, new Bands(24, 10)),
  /** NeMo Curator: 24 characters, 20 bands of 13. */
  NEMO(ShingleUnit.CHARACTERS, 24, new Bands(20, 13));

  private final ShingleUnit unit;
  private final int length;
  private final Bands bands;

  MinHashPreset(ShingleUnit unit, int length, Bands bands) {
    this.unit = unit;
    this.length = length;
    this.bands = bands;
  }

  /** What its shingles are sequences of. */
  public ShingleUnit unit() {
    return unit;
  }

  /** How many of them a shingle has. */
  public int length() {
    return length;
  }

  /** The bands, and the rows of each. */
  public Bands bands() {
    return bands;
  }
}
