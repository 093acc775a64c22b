package dev.sluice.algorithms.neardup;

import dev.sluice.core.SplitMix64;
import java.util.Arrays;

/** Similarity of two sets of shingles, from the sets or from their signatures. */
public final class Similarity {
  /** Probability that two different rows have the same byte. */
  private static final double BY_CHANCE = 1.0 / 256;

  private Similarity() {}

  /**
   * The fraction of equal rows: an unbiased estimate of the Jaccard similarity, with a standard
   * error of at most {@code sqrt(s (1 - s) / rows)}.
   */
  public static double estimate(long[] signature, long[] other, int rows) {
    int equal = 0;
    for (int i = 0; i < rows; i++) {
      equal += signature[i] == other[i] ? 1 : 0;
    }
    return (double) equal / rows;
  }

  /**
   * Reduces a signature to 8 bits for each row, for {@link #estimate(byte[], int, byte[], int,
   * int)}.
   *
   * @param compact receives a byte for each row, from {@code offset} on
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
   * Reduces a signature to one bit for each row: the lowest one of what {@link #compact} makes.
   *
   * @param sketch receives {@code (rows + 7) / 8} bytes from {@code offset} on, the first row in
   *     the lowest bit; the bits after the last row are 0
   */
  static void sketch(long[] signature, int rows, byte[] sketch, int offset) {
    for (int at = 0; at < rows; at += Byte.SIZE) {
      int bits = 0;
      for (int i = at; i < Math.min(rows, at + Byte.SIZE); i++) {
        bits |= (int) (SplitMix64.mix(signature[i]) & 1) << i - at;
      }
      sketch[offset + at / Byte.SIZE] = (byte) bits;
    }
  }

  /**
   * The similarity by sketches, of which so many bits differ. Different rows share a bit half of
   * the time, which is set off. The standard error is {@code sqrt((1 - s * s) / rows)}.
   *
   * @return 0 to 1
   */
  static double bySketch(int different, int rows) {
    return Math.max(0, 1 - 2.0 * different / rows);
  }

  /**
   * The similarity by the sketches that {@link #compact} signatures hold: the very value of {@link
   * SketchCheck#estimate}.
   *
   * @return 0 to 1
   */
  public static double bySketch(
      byte[] compact, int offset, byte[] other, int otherOffset, int rows) {
    int different = 0;
    for (int i = 0; i < rows; i++) {
      different += (compact[offset + i] ^ other[otherOffset + i]) & 1;
    }
    return bySketch(different, rows);
  }

  /**
   * Makes a set of hashes: sorts the first {@code count} and moves the distinct ones to the front.
   *
   * @return the number of distinct hashes
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
   * The Jaccard similarity of two sets: the size of their intersection divided by that of their
   * union. Exact except for collisions of 64-bit hashes.
   *
   * @param set sorted and distinct, see {@link #sortedSet}
   * @return 0 to 1; 0 if both are empty, because such texts match nothing
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
