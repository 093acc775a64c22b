package dev.sluice.jobs.validate.report;

import java.util.List;

/**
 * The result of comparing the texts of near-duplicates that were removed with the texts of the kept
 * documents.
 *
 * @param removed number of removed documents in the evidence
 * @param compared number of those whose texts were compared
 * @param threshold least share of a removed document that a kept one must contain
 * @param least the least true share; 1 if none was compared
 * @param below number of documents with a lower true share than the threshold
 * @param worst documents with the lowest true shares, the lowest first; those with equal shares by
 *     file and row
 */
public record NearDuplicateProof(
    long removed, long compared, double threshold, double least, long below, List<Pair> worst) {
  /** How much lower than the threshold a true share may be. Shares are only estimates. */
  public static final double TOLERANCE = 0.02;

  /** The fraction of the compared documents whose true share may be lower than the threshold. */
  public static final double MOST_BELOW = 0.01;

  /** Copies the list. */
  public NearDuplicateProof {
    worst = List.copyOf(worst);
  }

  /**
   * A removed document and its kept document.
   *
   * @param share true share of the removed document that the kept one contains
   * @param estimated share according to the evidence
   * @param text an {@link Excerpts excerpt} of the removed document
   * @param keptText an excerpt of the kept document
   */
  public record Pair(
      String id,
      String file,
      long row,
      String keptId,
      double share,
      double estimated,
      String text,
      String keptText) {}
}
