package dev.sluice.algorithms.neardup;

import java.util.Arrays;

/**
 * MinHash by the orders {@code (a h + b) mod (2^61 - 1)} where product and sum are of unsigned 64
 * bits and wrap: the arithmetic of numpy, so of datatrove, datasketch and their like. Its only use
 * is to make the signatures they make.
 *
 * <p>Time: some 14 instructions a row for each shingle, several rows at once on most machines.
 * Memory: 24 bytes a row.
 */
final class MersenneMinHasher implements MinHasher {
  static final long PRIME = (1L << 61) - 1;
  private static final int PRIME_BITS = 61;

  private final long[] factors;
  private final long[] summands;
  private final long[] smallest;
  private final long mask;

  /**
   * @param mask the bits that are kept of each value
   */
  MersenneMinHasher(long[] factors, long[] summands, long mask) {
    this.factors = factors;
    this.summands = summands;
    this.mask = mask;
    this.smallest = new long[factors.length];
    clear();
  }

  @Override
  public int rows() {
    return smallest.length;
  }

  @Override
  public void clear() {
    Arrays.fill(smallest, mask);
  }

  @Override
  public void accept(long[] hashes, int count) {
    for (int i = 0; i < count; i++) {
      add(hashes[i]);
    }
  }

  /** Without a branch: {@code x >> 63} is -1 for negative numbers, else 0. */
  private void add(long hash) {
    for (int i = 0; i < smallest.length; i++) {
      long value = modPrime(hash * factors[i] + summands[i]) & mask;
      long less = value - smallest[i]; // both have at most 63 bits
      smallest[i] += less & less >> 63;
    }
  }

  /** The rest of an unsigned number: 2^61 is 1 more than a multiple of the prime. */
  static long modPrime(long value) {
    long less = (value & PRIME) + (value >>> PRIME_BITS) - PRIME; // no more than 6
    return less + (PRIME & less >> 63);
  }

  @Override
  public void signature(long[] signature) {
    System.arraycopy(smallest, 0, signature, 0, smallest.length);
  }
}
