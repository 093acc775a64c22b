package dev.sluice.algorithms.neardup;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FingerprintTest {
  private static final double THRESHOLD = 0.95;

  private final Random random = new Random(11);

  /** The parities of random elements: some of one text alone, the others of both. */
  private final class Pair {
    private final long[] one;
    private final long[] other;

    Pair(int common, int onlyOne, int onlyOther) {
      one = new long[Fingerprint.bits(common + onlyOne) / Long.SIZE];
      other = new long[Fingerprint.bits(common + onlyOther) / Long.SIZE];
      for (int i = 0; i < common; i++) {
        int bit = random.nextInt(Fingerprint.MAX_BITS);
        flip(one, bit);
        flip(other, bit);
      }
      for (int i = 0; i < onlyOne; i++) {
        flip(one, random.nextInt(Fingerprint.MAX_BITS));
      }
      for (int i = 0; i < onlyOther; i++) {
        flip(other, random.nextInt(Fingerprint.MAX_BITS));
      }
    }

    private static void flip(long[] parities, int bit) {
      parities[bit >> 6 & parities.length - 1] ^= 1L << bit;
    }
  }

  private Fingerprint.Containment estimate(int common, int onlyOne, int onlyOther) {
    Pair pair = new Pair(common, onlyOne, onlyOther);
    return Fingerprint.of(1, common + onlyOne, false, pair.one)
        .in(Fingerprint.of(2, common + onlyOther, false, pair.other), THRESHOLD);
  }

  @ParameterizedTest
  @CsvSource({
    "19, 1, 1",
    "190, 10, 10",
    "190, 10, 0",
    "180, 20, 20",
    "198, 2, 12",
    "980, 20, 50",
    "950, 50, 50",
    "950, 50, 150",
    "900, 100, 100",
    "4900, 100, 100",
    "4750, 250, 900",
    "47500, 2500, 2500",
    "990000, 10000, 10000",
    "475000, 25000, 25000"
  })
  void shouldEstimateWithTheErrorThatItStates(int common, int onlyOne, int onlyOther) {
    double share = common / (double) (common + onlyOne);
    int rounds = common > 100_000 ? 4 : common > 10_000 ? 40 : 400;
    double sum = 0;
    double squares = 0;
    double variances = 0;
    for (int round = 0; round < rounds; round++) {
      Fingerprint.Containment found = estimate(common, onlyOne, onlyOther);
      sum += found.share() - share;
      squares += Math.pow(found.share() - share, 2);
      variances += Math.pow(found.error(), 2);
    }
    double error = Math.sqrt(variances / rounds);
    double floor = onlyOther < 10 ? 0 : 0.5; // with few, the estimate is often exact
    assertThat(Math.sqrt(squares / rounds)).isBetween(floor * error, 1.5 * error + 1e-4);
    assertThat(Math.abs(sum / rounds)).isLessThan(0.001 + 4 * error / Math.sqrt(rounds));
  }

  /** Of texts of which another contains exactly the threshold, it accepts those of 2 deviations. */
  @Test
  void shouldRarelyAcceptWhatIsAtTheThreshold() {
    int accepted = 0;
    for (int round = 0; round < 4_000; round++) {
      accepted += estimate(950, 50, 50).rule() == Fingerprint.Rule.NONE ? 0 : 1;
    }
    assertThat(accepted).isBetween(10, 240);
  }

  @Test
  void shouldNeverAcceptWhatHasNothingInCommon() {
    for (int round = 0; round < 20_000; round++) {
      int one = 20 + random.nextInt(1_000);
      int other = 20 + random.nextInt(1_000);
      assertThat(estimate(0, one, other).rule()).isEqualTo(Fingerprint.Rule.NONE);
    }
  }

  @Test
  void shouldNeverFindMoreThanThereIs() {
    for (int round = 0; round < 2_000; round++) {
      Fingerprint.Containment found = estimate(200, random.nextInt(3), random.nextInt(60));
      assertThat(found.share()).isBetween(0.0, 1.0);
      assertThat(found.similarity()).isBetween(0.0, 1.0);
    }
  }

  @ParameterizedTest
  @CsvSource({"3, 64", "1024, 64", "1025, 128", "2048, 128", "131072, 8192", "5000000, 8192"})
  void shouldGrowWithTheText(int sequences, int parityBytes) {
    Fingerprint fingerprint = Fingerprint.of(7, sequences, false, new Pair(sequences, 0, 0).one);
    assertThat(fingerprint.size()).isEqualTo(12 + parityBytes);
  }

  @Test
  void shouldReadWhatItWrites() {
    for (boolean copiesOnly : new boolean[] {true, false}) {
      Fingerprint written = Fingerprint.of(-7, 3_000, copiesOnly, new Pair(3_000, 0, 0).one);
      ByteBuffer bytes = ByteBuffer.allocate(written.size());
      written.write(bytes);
      assertThat(bytes.hasRemaining()).isFalse();
      Fingerprint read = Fingerprint.read(bytes.flip());
      ByteBuffer again = ByteBuffer.allocate(read.size());
      read.write(again);
      assertThat(again.array()).isEqualTo(bytes.array());
      assertThat(read.in(written, THRESHOLD).rule()).isEqualTo(Fingerprint.Rule.COPY);
    }
  }
}
