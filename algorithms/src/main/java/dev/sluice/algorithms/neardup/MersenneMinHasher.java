package dev.sluice.algorithms.neardup;

import java.util.Arrays;

/**
 * MinHash by the permutations {@code (a h + b) mod (2^61 - 1)}, in which product and sum overflow
 * as unsigned 64-bit numbers: the arithmetic of numpy, and so of datatrove, datasketch and others.
 * Its only purpose is to reproduce their signatures.
 *
 * <p>Time: about 14 instructions for each shingle and row, several rows at once on most machines.
 * Memory: 24 bytes for each row.
 */
final class MersenneMinHasher implements MinHasher {
  static final long PRIME = (1L << 61) - 1;
  private static final int PRIME_BITS = 61;

  private final long[] factors;
  private final long[] summands;
  private final long[] smallest;
  private final long mask;

  /**
   * @param mask bits of each value to keep
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

  /** Branch-free: {@code x >> 63} is -1 for negative numbers, otherwise 0. */
  private void add(long hash) {
    for (int i = 0; i < smallest.length; i++) {
      long value = modPrime(hash * factors[i] + summands[i]) & mask;
      long less = value - smallest[i]; // both have at most 63 bits
      smallest[i] += less & less >> 63;
    }
  }

  /** The remainder of an unsigned number: 2^61 is 1 modulo the prime. */
  static long modPrime(long value) {
    long less = (value & PRIME) + (value >>> PRIME_BITS) - PRIME; // no more than 6
    return less + (PRIME & less >> 63);
  }

  @Override
  public void signature(long[] signature) {
    System.arraycopy(smallest, 0, signature, 0, smallest.length);
  }
}
