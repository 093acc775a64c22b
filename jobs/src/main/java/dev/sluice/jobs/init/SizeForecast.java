package dev.sluice.jobs.init;

import dev.sluice.jobs.init.sample.TextValues;

/**
 * What an output takes, about.
 *
 * @param rows that it keeps
 * @param text bytes of their texts
 * @param shards bytes of its files
 * @param disk bytes of everything that {@code run} writes
 */
record SizeForecast(double rows, double text, double shards, double disk) {
  /** An id, a score and the rest of a row, compressed. */
  private static final double BYTES_BESIDE_TEXT = 32;

  /** Of the store of ids and its changelog; see docs/explanation/sizing.md. */
  private static final double BYTES_OF_AN_ID = 68;

  /** Bytes in topics for each byte of shards, where texts stay in the source. */
  private static final double TOPICS = 0.1;

  /** The same where texts pass through the topics, as those of JSON do. */
  private static final double TOPICS_WITH_TEXTS = 6;

  /**
   * Of what is kept of a sample.
   *
   * @param factor from the sample to all rows
   * @param hasJson whether there are texts in JSON
   */
  static SizeForecast of(KeptFigures kept, double factor, TextValues texts, boolean hasJson) {
    double topics = hasJson ? TOPICS_WITH_TEXTS : TOPICS;
    double rows = kept.keptRows() * factor;
    double text = kept.keptBytes() * factor;
    double shards = text * texts.packedShare() + rows * BYTES_BESIDE_TEXT;
    return new SizeForecast(rows, text, shards, shards * (1 + topics) + rows * BYTES_OF_AN_ID);
  }
}
