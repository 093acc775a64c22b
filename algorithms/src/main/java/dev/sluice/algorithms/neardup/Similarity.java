package dev.sluice.algorithms.neardup;

import dev.sluice.core.SplitMix64;
import java.util.Arrays;

/** How similar two sets of shingles are, by the sets or by their signatures. */
public final class Similarity {
  /** What a byte says of two different rows: nothing, once in 256. */
  private static final double BY_CHANCE = 1.0 / 256;

  private Similarity() {}

  /**
   * The share of equal rows: an estimate of the Jaccard similarity without bias, with a standard
   * error of {@code sqrt(s (1 - s) / rows)} or less.
   */
  public static double estimate(long[] signature, long[] other, int rows) {
    int equal = 0;
    for (int i = 0; i < rows; i++) {
      equal += signature[i] == other[i] ? 1 : 0;
    }
    return (double) equal / rows;
  }

  /**
   * Cuts a signature down to 8 bits a row, for {@link #estimate(byte[], int, byte[], int, int)}.
   *
   * @param compact takes a byte for each row, from {@code offset} on
   */
  public static void compact(long[] signature, int rows, byte[] compact, int offset) {
    for (int i = 0; i < rows; i++) {
      compact[offset + i] = (byte) SplitMix64.mix(signature[i]);
    }
  }

  /**
   * The similarity by {@link #compact} signatures. Different rows share a byte once in 256, which
   * is set off, so it has no bias (but for 0, where it would be less); its standard error is {@code
   * sqrt(p (1 - p) / rows) * 256 / 255}, {@code p = s + (1 - s) / 256}: 0.4 % more than by whole
   * rows at most, for 112 rows and more.
   *
   * @return 0 to 1
   */
  public static double estimate(
      byte[] compact, int offset, byte[] other, int otherOffset, int rows) {
    int equal = 0;
    for (int i = 0; i < rows; i++) {
      equal += compact[offset + i] == other[otherOffset + i] ? 1 : 0;
    }
    return Math.max(0, ((double) equal / rows - BY_CHANCE) / (1 - BY_CHANCE));
  }

  /**
   * Makes a set of hashes: sorts the first ones and moves those that differ to the beginning.
   *
   * @return how many they are
   */
  public static int sortedSet(long[] hashes, int count) {
    Arrays.sort(hashes, 0, count);
    int different = 0;
    for (int i = 0; i < count; i++) {
      if (different == 0 || hashes[i] != hashes[different - 1]) {
        hashes[different++] = hashes[i];
      }
    }
    return different;
  }

  /**
   * The Jaccard similarity of two sets, the size of what they have in common over the size of both
   * together: exact but for shingles that share a hash of 64 bits.
   *
   * @param set sorted, without repetitions, see {@link #sortedSet}
   * @return 0 to 1; 0 where both are empty, because such texts match nothing
   */
  public static double jaccard(long[] set, int size, long[] other, int otherSize) {
    int common = 0;
    int i = 0;
    int j = 0;
    while (i < size && j < otherSize) {
      long one = set[i];
      long two = other[j];
      common += one == two ? 1 : 0;
      i += one <= two ? 1 : 0;
      j += two <= one ? 1 : 0;
    }
    long union = (long) size + otherSize - common;
    return union == 0 ? 0 : (double) common / union;
  }
}
