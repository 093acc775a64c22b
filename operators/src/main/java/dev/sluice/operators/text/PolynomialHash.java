package dev.sluice.operators.text;

/**
 * Hashes of character sequences that can be joined: a polynomial modulo the prime 2^61 - 1, so that
 * the hash of two words after each other follows from theirs. Two of n different sequences have the
 * same hash with a probability of about n^2 / 2^62 times their length: one in 10^9 for a text of
 * 10,000 words.
 */
final class PolynomialHash {
  private static final long PRIME = (1L << 61) - 1;

  /** Any odd number of 60 bits would do; it never changes. */
  private static final long BASE = 0x0C97_3F52_9A6B_E4D5L;

  private static final long[] POWERS = new long[256];

  static {
    POWERS[0] = 1;
    for (int i = 1; i < POWERS.length; i++) {
      POWERS[i] = multiply(POWERS[i - 1], BASE);
    }
  }

  private PolynomialHash() {}

  /** The hash of UTF-16 units. */
  static long of(char[] chars, int from, int to) {
    long hash = 0;
    for (int i = from; i < to; i++) {
      hash = append(hash, chars[i]);
    }
    return hash;
  }

  /** The hash of a sequence and one more unit. */
  static long append(long hash, char unit) {
    return reduce(multiply(hash, BASE) + unit + 1);
  }

  /** The hash of two sequences after each other. */
  static long join(long first, long second, int secondLength) {
    return reduce(multiply(first, power(secondLength)) + second);
  }

  private static long power(int exponent) {
    if (exponent < POWERS.length) {
      return POWERS[exponent];
    }
    long half = power(exponent / 2);
    long square = multiply(half, half);
    return exponent % 2 == 0 ? square : multiply(square, BASE);
  }

  private static long multiply(long a, long b) {
    long high = Math.multiplyHigh(a, b);
    long low = a * b;
    return reduce((low & PRIME) + (low >>> 61 | high << 3));
  }

  private static long reduce(long number) {
    long folded = (number & PRIME) + (number >>> 61);
    return folded >= PRIME ? folded - PRIME : folded;
  }
}
