package dev.sluice.algorithms.bpe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PairCountsTest {
  private static final int PAIRS = 10_000;

  /** With this vocabulary, a slot has two bits for a count. */
  private final PairCounts counts = new PairCounts(Integer.MAX_VALUE);

  private void addToAll(long change) {
    for (int token = 0; token < PAIRS; token++) {
      counts.add(PairCounts.pair(token, token), change);
    }
  }

  @Test
  void shouldSayWhatCountsTakeThatFitIntoNoSlot() {
    addToAll(3);
    long slots = counts.heapBytes();
    assertThat(slots).isBetween(11L * PAIRS, 1L << 20);
    for (long change : new long[] {5, -11}) {
      addToAll(change);
      assertThat(counts.heapBytes() - slots).isBetween(88L * PAIRS, 112L * PAIRS);
    }
    addToAll(5);
    assertThat(counts.heapBytes()).isEqualTo(slots);
    assertThat(counts.count(PairCounts.pair(7, 7))).isEqualTo(2);
  }
}
