package dev.sluice.core;

/**
 * The SplitMix64 generator (Steele, Lea, Flood: Fast splittable pseudorandom number generators,
 * 2014). Implemented here because its numbers must be the same on every platform and JDK, which the
 * JDK's generators promise for only some of their methods.
 *
 * <p>Not thread-safe.
 */
public final class SplitMix64 {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private long state;

  /** Creates a generator from a seed. */
  public SplitMix64(long seed) {
    this.state = seed;
  }

  /** Returns the generator for one element of a sequence. */
  public static SplitMix64 at(long seed, long index) {
    return new SplitMix64(mix(mix(seed) + index * GOLDEN_GAMMA));
  }

  /** Returns the next 64 random bits. */
  public long nextLong() {
    state += GOLDEN_GAMMA;
    return mix(state);
  }

  /** Returns a number in {@code [0, bound)}. Its bias is below {@code bound / 2^32}. */
  public int nextInt(int bound) {
    return (int) ((nextLong() >>> 32) * bound >>> 32);
  }

  /** Returns a number in {@code [0, bound)}. Its bias is below {@code bound / 2^63}. */
  public long nextLong(long bound) {
    return (nextLong() >>> 1) % bound;
  }

  /** Returns a number in {@code [0, 1)} with 53 random bits. */
  public double nextDouble() {
    return (nextLong() >>> 11) * 0x1p-53;
  }

  /** Mixes a number bijectively. Every bit of the result depends on every bit of the argument. */
  public static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
