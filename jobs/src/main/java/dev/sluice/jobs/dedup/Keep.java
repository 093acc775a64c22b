package dev.sluice.jobs.dedup;

import java.util.Locale;

/** Which of several near-duplicates is kept: the one that is decided first. */
public enum Keep {
  /** The first in input order. */
  FIRST,
  /** The one with the highest score; one without a score only if none has one. */
  HIGHEST_SCORE,
  /** The one with the longest text in UTF-8. */
  LONGEST;

  /**
   * Documents are decided by ascending rank, and by their input order if it is equal.
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

  /** Its name on the command line. */
  String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
