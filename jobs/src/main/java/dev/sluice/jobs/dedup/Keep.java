package dev.sluice.jobs.dedup;

import java.util.Locale;

/** Decides which of several near-duplicates is kept. It is the one that is decided first. */
public enum Keep {
  /** Keeps the first document in input order. */
  FIRST,
  /**
   * Keeps the document with the highest score. A document without a score is kept only if none has
   * a score.
   */
  HIGHEST_SCORE,
  /** Keeps the document with the longest text in UTF-8. */
  LONGEST;

  /**
   * Returns the rank of a document. Documents are decided by ascending rank, and documents of equal
   * rank in input order.
   *
   * @param score NaN if there is none
   * @param length of the text in bytes
   */
  long rank(double score, int length) {
    return switch (this) {
      case FIRST -> 0;
      case LONGEST -> -length;
      case HIGHEST_SCORE -> {
        long bits = Double.doubleToLongBits(score + 0.0); // of -0.0 and 0.0 none is higher
        yield Double.isNaN(score) ? Long.MAX_VALUE : ~(bits ^ bits >> 63 & Long.MAX_VALUE);
      }
    };
  }

  /** Returns the name of the rule on the command line. */
  String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
