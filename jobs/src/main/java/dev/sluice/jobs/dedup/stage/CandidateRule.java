package dev.sluice.jobs.dedup.stage;

import java.util.OptionalInt;

/**
 * Which pairs of the documents that share a key are candidates. A function of their numbers, and of
 * fingerprints where so asked, so the same whatever the memory and the threads. Of a group of up to
 * {@code all} documents every pair is; in a larger one each document is paired with the first
 * {@code representatives}, and with its predecessor where so asked: at most {@code max((all - 1) /
 * 2, representatives + 1)} pairs for each document and key, however large the group.
 *
 * @param all documents of the largest group of which every pair is a candidate, 1 to 1,048,576; a
 *     thread holds 8 bytes for each, which no budget counts
 * @param representatives of larger groups, 1 to {@code all}
 * @param neighbours whether each document of a larger group is also paired with the one before it
 * @param distance in how many bits the fingerprints of a pair may differ: where it is given, of a
 *     larger group all such pairs are candidates (of equal fingerprints, those with the first one),
 *     and the rules above are for documents behind the first 131,072 different fingerprints alone
 */
public record CandidateRule(
    int all, int representatives, boolean neighbours, OptionalInt distance) {
  /** Where candidates count unchecked: each document with the first of its group. */
  public static final CandidateRule UNCHECKED = new CandidateRule(1, 1, false);

  /** Where they are checked: every pair up to 32 documents, then four pairs each. */
  public static final CandidateRule CHECKED = new CandidateRule(32, 3, true);

  private static final int MAX_ALL = 1 << 20;

  /** One by numbers alone. */
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
