package dev.sluice.algorithms.neardup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HammingBlocksTest {
  private static final int COUNT = 400;

  /** Half of them anywhere, half of them a few bits from another. */
  private static long[] fingerprints(SplittableRandom random, int distance) {
    long[] fingerprints = new long[COUNT];
    for (int i = 0; i < COUNT; i++) {
      fingerprints[i] = random.nextLong();
      if (i > 10 && random.nextBoolean()) {
        fingerprints[i] = fingerprints[random.nextInt(i)];
        for (int flips = random.nextInt(distance + 3); flips > 0; flips--) {
          fingerprints[i] ^= 1L << random.nextInt(64);
        }
      }
    }
    return fingerprints;
  }

  private static Set<Long> everyPair(long[] fingerprints, int distance) {
    Set<Long> pairs = new HashSet<>();
    for (int i = 0; i < COUNT; i++) {
      for (int j = 0; j < i; j++) {
        if (SimHash.distance(fingerprints[i], fingerprints[j]) <= distance) {
          pairs.add((long) j << 32 | i);
        }
      }
    }
    return pairs;
  }

  private static Set<Long> byTables(long[] fingerprints, HammingBlocks blocks) {
    Set<Long> pairs = new HashSet<>();
    for (int table = 0; table < blocks.tables(); table++) {
      long[] keys = new long[COUNT];
      for (int i = 0; i < COUNT; i++) {
        keys[i] = blocks.key(table, fingerprints[i]);
        assertThat(blocks.fingerprint(table, keys[i])).isEqualTo(fingerprints[i]);
      }
      for (int i = 0; i < COUNT; i++) {
        for (int j = 0; j < i; j++) {
          if (blocks.prefix(table, keys[i]) == blocks.prefix(table, keys[j])) {
            int first = blocks.firstTable(fingerprints[i], fingerprints[j]);
            assertThat(first).isLessThanOrEqualTo(table);
            if (SimHash.distance(keys[i], keys[j]) <= blocks.distance() && first == table) {
              assertThat(pairs.add((long) j << 32 | i)).isTrue();
            }
          }
        }
      }
    }
    return pairs;
  }

  @Test
  void shouldFindAllPairsThatComparingEveryTwoFinds() {
    SplittableRandom random = new SplittableRandom(1);
    for (int distance = 0; distance <= 6; distance++) {
      for (int blocks = distance + 1; blocks <= distance + 3; blocks++) {
        long[] fingerprints = fingerprints(random, distance);
        assertThat(byTables(fingerprints, HammingBlocks.of(distance, blocks)))
            .as("distance %d, %d blocks", distance, blocks)
            .isEqualTo(everyPair(fingerprints, distance));
      }
    }
  }

  @Test
  void shouldHaveATableForEachChoiceOfBlocks() {
    assertThat(HammingBlocks.of(3, 4).tables()).isEqualTo(4);
    assertThat(HammingBlocks.of(3, 6).tables()).isEqualTo(20);
    assertThat(HammingBlocks.of(0, 1).tables()).isEqualTo(1);
    assertThat(HammingBlocks.of(0, 1).prefixBits(0)).isEqualTo(64);
    assertThat(HammingBlocks.of(3, 4).prefixBits(2)).isEqualTo(16);
    for (int table = 0; table < 20; table++) {
      assertThat(HammingBlocks.of(3, 6).prefixBits(table)).isBetween(30, 33);
    }
  }

  @Test
  void shouldTakeMoreBlocksForMoreFingerprints() {
    assertThat(HammingBlocks.forCount(3, 100_000).tables()).isEqualTo(4);
    assertThat(HammingBlocks.forCount(3, 1_500_000_000L).tables()).isGreaterThan(4);
    assertThat(HammingBlocks.forCount(0, 1_000_000).tables()).isEqualTo(1);
    assertThat(HammingBlocks.forCount(15, 1_000_000).distance()).isEqualTo(15);
  }

  @Test
  void shouldRefuseWhatCannotBe() {
    assertThatThrownBy(() -> HammingBlocks.of(4, 4)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> HammingBlocks.of(-1, 4)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> HammingBlocks.of(6, 64))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("64 blocks for 6 bits make more than 1000 tables");
  }
}
