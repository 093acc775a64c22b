package dev.sluice.jobs.dedup.stage;

import dev.sluice.algorithms.neardup.Bands;
import dev.sluice.algorithms.neardup.Similarity;
import java.util.SplittableRandom;

/**
 * Documents as signatures: some are near-duplicates of an earlier one, each row of whose signature
 * they share with a probability. A function of seed and number, so that any can be made again.
 */
final class PlantedDocuments {
  static final Bands BANDS = new Bands(14, 8);

  private final long seed;
  private final double duplicates;
  private final double similarity;
  private final boolean popular;
  private final long[] signature = new long[BANDS.total()];

  /**
   * @param duplicates the share of documents that are near-duplicates
   * @param similarity the least of a near-duplicate to its original, the most is 1
   */
  PlantedDocuments(long seed, double duplicates, double similarity) {
    this(seed, duplicates, similarity, false);
  }

  /**
   * @param popular whether early documents are copied much more often, by Zipf's law: of n
   *     near-duplicates the first one has about {@code 0.7 n / ln n}
   */
  PlantedDocuments(long seed, double duplicates, double similarity, boolean popular) {
    this.seed = seed;
    this.duplicates = duplicates;
    this.similarity = similarity;
    this.popular = popular;
  }

  private static long mix(long value) {
    long mixed = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
    return mixed ^ mixed >>> 31;
  }

  private SplittableRandom random(long document) {
    return new SplittableRandom(mix(seed * 0x9E3779B97F4A7C15L + document));
  }

  /** The document that one is made of; itself where it is no near-duplicate. */
  long original(long document) {
    SplittableRandom random = random(document);
    if (document == 0 || random.nextDouble() >= duplicates) {
      return document;
    }
    return popular ? (long) Math.pow(document, random.nextDouble()) : random.nextLong(document);
  }

  /** Makes a document: its band keys and its compact signature. */
  void make(long document, long[] keys, byte[] compact) {
    long original = original(document);
    SplittableRandom random = random(~document);
    double shared = similarity + (1 - similarity) * random.nextDouble();
    for (int row = 0; row < signature.length; row++) {
      boolean same = random.nextDouble() < shared;
      long from = same ? original : document;
      signature[row] = mix(mix(seed + from) + row) & 0xFFFF_FFFFL;
    }
    BANDS.keys(signature, keys);
    Similarity.compact(signature, signature.length, compact, 0);
  }
}
