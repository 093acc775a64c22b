package dev.sluice.jobs.dedup.spill;

import dev.sluice.core.Bytes;
import java.util.Arrays;

/** Sets of numbers of 32 bits as bytes: ascending, behind room for a chunk's header. */
public final class Sets {
  /** The room before the numbers. */
  public static final int HEADER_BYTES = ChunkWriter.HEADER_BYTES;

  private Sets() {}

  /**
   * Makes a set, in place.
   *
   * @param numbers are sorted
   * @param count how many of them
   */
  public static byte[] of(int[] numbers, int count) {
    Arrays.sort(numbers, 0, count);
    int size = 0;
    for (int i = 0; i < count; i++) {
      if (i == 0 || numbers[i] != numbers[size - 1]) {
        numbers[size++] = numbers[i];
      }
    }
    byte[] set = new byte[HEADER_BYTES + size * Integer.BYTES];
    for (int i = 0; i < size; i++) {
      Bytes.writeInt(set, HEADER_BYTES + i * Integer.BYTES, numbers[i]);
    }
    return set;
  }

  /** The Jaccard similarity of two sets: what both have of what either has; 1 of equal ones. */
  public static double similarity(byte[] one, byte[] other) {
    int at = HEADER_BYTES;
    int otherAt = HEADER_BYTES;
    long both = 0;
    while (at < one.length && otherAt < other.length) {
      int number = Bytes.readInt(one, at);
      int otherNumber = Bytes.readInt(other, otherAt);
      both += number == otherNumber ? 1 : 0;
      at += number <= otherNumber ? Integer.BYTES : 0;
      otherAt += otherNumber <= number ? Integer.BYTES : 0;
    }
    long all = (one.length + (long) other.length - 2 * HEADER_BYTES) / Integer.BYTES - both;
    return all == 0 ? 1 : (double) both / all;
  }
}
