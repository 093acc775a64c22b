package dev.sluice.algorithms.neardup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HammingPairsTest {
  private static Set<Long> slow(long[] fingerprints, int distance) {
    Set<Long> pairs = new HashSet<>();
    for (int i = 0; i < fingerprints.length; i++) {
      for (int j = 0; j < i; j++) {
        if (Long.bitCount(fingerprints[i] ^ fingerprints[j]) <= distance) {
          pairs.add((long) i << 32 | j);
        }
      }
    }
    return pairs;
  }

  private static Set<Long> found(long[] fingerprints, int distance) {
    Set<Long> pairs = new HashSet<>();
    HammingPairs.find(
        fingerprints,
        fingerprints.length,
        distance,
        (one, other) -> pairs.add((long) Math.max(one, other) << 32 | Math.min(one, other)));
    return pairs;
  }

  /** Some at random, some near others; all agree in the fixed bits. */
  private static long[] skewed(SplittableRandom random, int count, long fixed) {
    Set<Long> different = new HashSet<>();
    long last = 0;
    while (different.size() < count) {
      long next = random.nextInt(3) == 0 ? random.nextLong() : last;
      for (int flips = random.nextInt(4); flips > 0; flips--) {
        next ^= 1L << random.nextInt(64);
      }
      different.add(next & ~fixed);
      last = next;
    }
    return different.stream().mapToLong(Long::longValue).toArray();
  }

  @Test
  void shouldMissNoPairHoweverTheBitsAreSpread() {
    SplittableRandom random = new SplittableRandom(3);
    for (int distance = 0; distance <= 7; distance++) {
      for (long fixed : new long[] {0, 0xFFFF_FFFF_0000_0000L, 0xFFFF_FFFF_FFF0_0F00L}) {
        long[] fingerprints = skewed(random, 700, fixed);
        assertThat(found(fingerprints, distance))
            .as("%d bits, %x", distance, fixed)
            .isEqualTo(slow(fingerprints, distance));
      }
    }
  }

  @Test
  void shouldFindNothingInNothing() {
    assertThat(found(new long[0], 3)).isEmpty();
    assertThat(found(new long[] {7}, 3)).isEmpty();
    assertThatThrownBy(() -> HammingPairs.find(new long[0], 0, 16, (one, other) -> {}))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
