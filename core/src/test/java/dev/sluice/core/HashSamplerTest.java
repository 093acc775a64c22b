package dev.sluice.core;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class HashSamplerTest {
  private static final BigDecimal TWO_TO_64 = new BigDecimal(BigInteger.TWO.pow(64));

  @Test
  void shouldDivideByTwoToThe64AsExactIntegersDo() {
    SplittableRandom random = new SplittableRandom(3);
    for (int round = 0; round < 40_000; round++) {
      checkUnitInterval(random.nextLong() >>> random.nextInt(64));
    }
  }

  @Test
  void shouldRoundHalfToEvenAtEveryPowerOfTwo() {
    for (int bit = 0; bit < 64; bit++) {
      for (int tail = 0; tail < 64; tail++) {
        for (int near = -3; near <= 3; near++) {
          checkUnitInterval((1L << bit) + (1L << tail) + near);
          checkUnitInterval((1L << bit) - (1L << tail) + near);
        }
      }
    }
    checkUnitInterval(-1L);
    assertThat(HashSampler.unitInterval(-1L)).isEqualTo(1.0);
    assertThat(HashSampler.unitInterval(0)).isZero();
  }

  @Test
  void shouldKeepAllAtRateOneAndNoneAtRateZero() {
    SplittableRandom random = new SplittableRandom(4);
    for (long hash : new long[] {0, -1, Long.MIN_VALUE, Long.MAX_VALUE, random.nextLong()}) {
      assertThat(HashSampler.keeps(hash, 1.0)).isTrue();
      assertThat(HashSampler.keeps(hash, 0.0)).isFalse();
    }
  }

  @Test
  void shouldCompareBelowTheRateStrictly() {
    long half = 1L << 63;
    assertThat(HashSampler.keeps(half, 0.5)).isFalse();
    assertThat(HashSampler.keeps(half, Math.nextUp(0.5))).isTrue();
    assertThat(HashSampler.keeps(half - 4096, 0.5)).isTrue();
  }

  @Test
  void shouldReadTheDigestBigEndian() {
    byte[] digest = {(byte) 0x80, 1, 2, 3, 4, 5, 6, 7, 9, 9, 9, 9, 9, 9, 9, 9};
    assertThat(HashSampler.hash(digest)).isEqualTo(0x8001020304050607L);
  }

  @Test
  void shouldAnswerAlikeWhateverWasAskedBefore() {
    HashSampler used = new HashSampler(42);
    byte[] id = "<urn:uuid:47eaa099-2cb6-416d-86dc-283cf0480ff9>".getBytes(UTF_8);
    byte[] first = used.digest(id);
    used.digest("another".getBytes(UTF_8));
    assertThat(used.digest(id)).isEqualTo(first);
    assertThat(new HashSampler(42).digest(id)).isEqualTo(first);
    assertThat(new HashSampler(43).digest(id)).isNotEqualTo(first);
    assertThat(Arrays.equals(new HashSampler(-42).digest(id), first)).isFalse();
  }

  @Test
  void shouldKeepAboutItsShare() {
    HashSampler sampler = new HashSampler(42);
    int kept = 0;
    for (int i = 0; i < 100_000; i++) {
      if (HashSampler.keeps(HashSampler.hash(sampler.digest(("id-" + i).getBytes(UTF_8))), 0.3)) {
        kept++;
      }
    }
    assertThat(kept / 100_000.0).isCloseTo(0.3, within(0.006)); // four standard deviations
  }

  private static void checkUnitInterval(long hash) {
    BigDecimal unsigned = new BigDecimal(new BigInteger(Long.toUnsignedString(hash)));
    double expected = unsigned.divide(TWO_TO_64).doubleValue();
    if (HashSampler.unitInterval(hash) != expected) {
      throw new AssertionError(
          Long.toUnsignedString(hash)
              + " / 2^64 is "
              + expected
              + " and not "
              + HashSampler.unitInterval(hash));
    }
  }
}
