package dev.sluice.jobs.dedup.stage;

import java.util.OptionalInt;

/**
 * Which documents with a common key are candidate pairs. A function of their numbers and, if
 * requested, their fingerprints, so it does not depend on memory or threads. In a group of up to
 * {@code all} documents, every pair is a candidate. In a larger group, each document is paired with
 * the first {@code representatives} and, if requested, with its predecessor: at most {@code
 * max((all - 1) / 2, representatives + 1)} pairs per document and key, however large the group.
 *
 * @param all size of the largest group with all pairs, 1 to 1,048,576; each thread holds 8 bytes
 *     for each, not included in any budget
 * @param representatives of larger groups, 1 to {@code all}
 * @param neighbours whether each document of a larger group is also paired with its predecessor
 * @param distance maximum number of different bits in fingerprints: if given, all such pairs of a
 *     larger group are candidates (for equal fingerprints, those with the first one), and the rules
 *     above apply only after the first 131,072 distinct fingerprints
 */
public record CandidateRule(
    int all, int representatives, boolean neighbours, OptionalInt distance) {
  /**
   * Where nothing is compared, or the earliest matches: each document with the first of its group.
   */
  public static final CandidateRule UNCHECKED = new CandidateRule(1, 1, false);

  /** For candidates that are compared: every pair up to 32 documents, then four pairs each. */
  public static final CandidateRule CHECKED = new CandidateRule(32, 3, true);

  private static final int MAX_ALL = 1 << 20;

  /** Without fingerprints. */
  public CandidateRule(int all, int representatives, boolean neighbours) {
    this(all, representatives, neighbours, OptionalInt.empty());
  }

  /** Checks the ranges. */
  public CandidateRule {
    if (all < 1 || all > MAX_ALL || representatives < 1 || representatives > all) {
      throw new IllegalArgumentException(
          "all %d, representatives %d: 1 <= representatives <= all <= %d"
              .formatted(all, representatives, MAX_ALL));
    }
  }
}
