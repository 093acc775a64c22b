package dev.sluice.algorithms.neardup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SimHashTest {
  private static long slow(long[] hashes, long[] weights) {
    long fingerprint = 0;
    for (int bit = 0; bit < 64; bit++) {
      long sum = 0;
      for (int i = 0; i < hashes.length; i++) {
        sum += (hashes[i] >>> bit & 1) == 1 ? weights[i] : -weights[i];
      }
      fingerprint |= sum > 0 ? 1L << bit : 0;
    }
    return fingerprint;
  }

  @Test
  void shouldDecideEachBitByItsWeight() {
    SplittableRandom random = new SplittableRandom(1);
    SimHash simHash = new SimHash();
    for (int round = 0; round < 2_000; round++) {
      int features = random.nextInt(1, round % 100 == 0 ? 2_000 : 20);
      long[] hashes = random.longs(features).toArray();
      boolean equal = round % 2 == 0;
      long[] weights = random.longs(features, 1, equal ? 2 : 5).toArray();
      simHash.clear();
      for (int i = 0; i < features; i++) {
        if (weights[i] == 1) {
          simHash.add(hashes[i]);
        } else {
          simHash.add(hashes[i], weights[i]);
        }
      }
      assertThat(simHash.fingerprint()).hasValue(slow(hashes, weights));
    }
  }

  @Test
  void shouldDecideTiesForZero() {
    SimHash simHash = new SimHash();
    simHash.accept(new long[] {0b0110, 0b0101, 99}, 2);
    assertThat(simHash.fingerprint()).hasValue(0b0100);
  }

  @Test
  void shouldHaveNoFingerprintWithoutFeatures() {
    SimHash simHash = new SimHash();
    assertThat(simHash.fingerprint()).isEmpty();
    simHash.add(7, 0);
    assertThat(simHash.fingerprint()).isEmpty();
    simHash.add(7);
    assertThat(simHash.fingerprint()).hasValue(7);
    simHash.clear();
    assertThat(simHash.fingerprint()).isEmpty();
    assertThatThrownBy(() -> simHash.add(7, -1)).isInstanceOf(IllegalArgumentException.class);
  }
}
