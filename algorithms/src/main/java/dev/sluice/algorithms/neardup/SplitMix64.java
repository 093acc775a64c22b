package dev.sluice.algorithms.neardup;

/**
 * Random numbers from a seed, the same on every platform for ever: SplitMix64 (Steele, Lea, Flood:
 * Fast splittable pseudorandom number generators, OOPSLA 2014). Not thread-safe.
 */
final class SplitMix64 {
  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

  private long state;

  SplitMix64(long seed) {
    state = seed;
  }

  long next() {
    state += GOLDEN;
    return mix(state);
  }

  /** Maps numbers to numbers, one to one, such that every bit depends on every bit. */
  static long mix(long value) {
    long mixed = (value ^ value >>> 30) * 0xBF58_476D_1CE4_E5B9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94D0_49BB_1331_11EBL;
    return mixed ^ mixed >>> 31;
  }
}
