package dev.sluice.algorithms.neardup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SimHashTest {
  private static long slow(long[] hashes) {
    long fingerprint = 0;
    for (int bit = 0; bit < 64; bit++) {
      long sum = 0;
      for (long hash : hashes) {
        sum += (hash >>> bit & 1) == 1 ? 1 : -1;
      }
      fingerprint |= sum > 0 ? 1L << bit : 0;
    }
    return fingerprint;
  }

  @Test
  void shouldDecideEachBitByTheMajority() {
    SplittableRandom random = new SplittableRandom(1);
    SimHash simHash = new SimHash();
    for (int round = 0; round < 2_000; round++) {
      int features = random.nextInt(1, round % 100 == 0 ? 2_000 : 20);
      long[] hashes = random.longs(features).toArray();
      simHash.clear();
      for (long hash : hashes) {
        simHash.add(hash);
      }
      assertThat(simHash.fingerprint()).isEqualTo(slow(hashes));
    }
  }

  @Test
  void shouldDecideTiesForZero() {
    SimHash simHash = new SimHash();
    simHash.add(0b0110);
    simHash.add(0b0101);
    assertThat(simHash.fingerprint()).isEqualTo(0b0100);
  }

  @Test
  void shouldForgetAllFeatures() {
    SimHash simHash = new SimHash();
    assertThat(simHash.fingerprint()).isZero();
    simHash.add(7);
    assertThat(simHash.fingerprint()).isEqualTo(7);
    simHash.clear();
    assertThat(simHash.fingerprint()).isZero();
  }
}
