package dev.sluice.algorithms.neardup;

/**
 * The random numbers of numpy's {@code RandomState(seed)}: MT19937 (Matsumoto, Nishimura: Mersenne
 * Twister, 1998), seeded with 32 bits. For reproducing the constants of other programs. Not
 * thread-safe.
 */
final class MersenneTwister {
  private static final int SIZE = 624;
  private static final int MIDDLE = 397;
  private static final int TWIST = 0x9908B0DF;

  private final int[] state = new int[SIZE];
  private int next = SIZE;

  MersenneTwister(int seed) {
    state[0] = seed;
    for (int i = 1; i < SIZE; i++) {
      state[i] = 1_812_433_253 * (state[i - 1] ^ state[i - 1] >>> 30) + i;
    }
  }

  /** 32 random bits. */
  int nextInt() {
    if (next == SIZE) {
      twist();
    }
    int value = state[next++];
    value ^= value >>> 11;
    value ^= value << 7 & 0x9D2C5680;
    value ^= value << 15 & 0xEFC60000;
    return value ^ value >>> 18;
  }

  private void twist() {
    for (int i = 0; i < SIZE; i++) {
      int joined = state[i] & Integer.MIN_VALUE | state[(i + 1) % SIZE] & Integer.MAX_VALUE;
      state[i] = state[(i + MIDDLE) % SIZE] ^ joined >>> 1 ^ ((joined & 1) == 0 ? 0 : TWIST);
    }
    next = 0;
  }

  /**
   * A number from a range, as {@code randint(least, bound, dtype=uint64)} draws it: as many bits as
   * the range needs, repeated until the number is in the range.
   *
   * @param least 0 or more
   * @param bound exclusive, more than 2^32 above {@code least}
   */
  long nextLong(long least, long bound) {
    long widest = bound - 1 - least;
    long mask = -1L >>> Long.numberOfLeadingZeros(widest);
    long drawn;
    do {
      long high = (long) nextInt() << 32;
      drawn = (high | nextInt() & 0xFFFF_FFFFL) & mask;
    } while (drawn > widest);
    return least + drawn;
  }
}
