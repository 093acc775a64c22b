package dev.sluice.algorithms.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.algorithms.shuffle.ShuffleKeys.KeyRange;
import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ShuffleKeysTest {
  /** The known answers of the authors' own implementation, Random123. */
  @Test
  void shouldAnswerWhatItsAuthorsAnswer() {
    check(0L, 0L, 0L, 0xca00a0459843d731L, 0x66c24222c9a845b5L);
    check(-1L, -1L, -1L, 0x65b021d60cd8310fL, 0x4d02f3222f86df20L);
    check(
        0xa4093822299f31d0L,
        0x243f6a8885a308d3L,
        0x13198a2e03707344L,
        0x0a5e742c2997341cL,
        0xb0f883d38000de5dL);
  }

  private static void check(long seed, long row, long stream, long high, long low) {
    ShuffleKeys keys = ShuffleKeys.of(seed).stream(stream);
    assertThat(keys.high(row)).isEqualTo(high);
    assertThat(keys.low(row)).isEqualTo(low);
  }

  @Test
  void shouldMultiplyAsBigNumbersDo() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 10_000; i++) {
      long a = random.nextLong();
      long b = random.nextLong() >>> random.nextInt(64);
      assertThat(ShuffleKeys.multiplyHigh(a, b))
          .isEqualTo(unsigned(a).multiply(unsigned(b)).shiftRight(64).longValue());
    }
  }

  private static BigInteger unsigned(long value) {
    return new BigInteger(Long.toUnsignedString(value));
  }

  @Test
  void shouldDivideRangesInTheOrderOfTheKeys() {
    SplittableRandom random = new SplittableRandom(2);
    for (int round = 0; round < 10_000; round++) {
      int parts = random.nextInt(1, 2_000);
      int again = random.nextInt(1, 50);
      long a = random.nextLong();
      long b = a + random.nextLong() / 1_000_000;
      long one = Long.compareUnsigned(a, b) < 0 ? a : b;
      long other = one == a ? b : a;
      assertThat(place(one, parts, again)).isLessThanOrEqualTo(place(other, parts, again));
    }
    assertThat(KeyRange.part(-1L, 1_000)).isEqualTo(999);
    assertThat(KeyRange.part(0L, 1_000)).isZero();
    assertThat(KeyRange.within(-1L, 1)).isEqualTo(-1L);
  }

  /** Part, part within the part, and fraction within that, as one number. */
  private static BigInteger place(long fraction, int parts, int again) {
    long within = KeyRange.within(fraction, parts);
    return BigInteger.valueOf(KeyRange.part(fraction, parts))
        .multiply(BigInteger.valueOf(again))
        .add(BigInteger.valueOf(KeyRange.part(within, again)))
        .shiftLeft(64)
        .add(unsigned(KeyRange.within(within, again)));
  }
}
