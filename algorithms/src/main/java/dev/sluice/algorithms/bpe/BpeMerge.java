package dev.sluice.algorithms.bpe;

/**
 * A merge: two adjacent tokens become one.
 *
 * @param left id of the first token
 * @param right id of the second token
 * @param merged id of their concatenation
 */
public record BpeMerge(int left, int right, int merged) {
  long pair() {
    return PairCounts.pair(left, right);
  }
}
