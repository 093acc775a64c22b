package dev.sluice.core;

/**
 * The SplitMix64 generator (Steele, Lea, Flood: Fast splittable pseudorandom number generators,
 * 2014). Written out because its numbers must be the same on every platform and JDK: the JDK's
 * generators promise this for some of their methods only.
 *
 * <p>Not thread-safe.
 */
public final class SplitMix64 {
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private long state;

  /** A generator of the numbers of a seed. */
  public SplitMix64(long seed) {
    this.state = seed;
  }

  /** The generator of one element of a sequence. */
  public static SplitMix64 at(long seed, long index) {
    return new SplitMix64(mix(mix(seed) + index * GOLDEN_GAMMA));
  }

  /** The next 64 random bits. */
  public long nextLong() {
    state += GOLDEN_GAMMA;
    return mix(state);
  }

  /** A number in {@code [0, bound)}; the bias is below {@code bound / 2^32}. */
  public int nextInt(int bound) {
    return (int) ((nextLong() >>> 32) * bound >>> 32);
  }

  /** A number in {@code [0, bound)}; the bias is below {@code bound / 2^63}. */
  public long nextLong(long bound) {
    return (nextLong() >>> 1) % bound;
  }

  /** A number in {@code [0, 1)} with 53 random bits. */
  public double nextDouble() {
    return (nextLong() >>> 11) * 0x1p-53;
  }

  /** A bijection after which every bit depends on every bit of the argument. */
  public static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
