package dev.sluice.algorithms.bpe;

/**
 * One merge: two tokens side by side become one.
 *
 * @param left the id of the first
 * @param right the id of the second
 * @param merged the id of both joined
 */
public record BpeMerge(int left, int right, int merged) {
  long pair() {
    return PairCounts.pair(left, right);
  }
}
