package dev.sluice.jobs.dedup.spill;

import dev.sluice.core.Bytes;
import java.util.Arrays;

/** Sets of 32-bit numbers as bytes: ascending, preceded by space for a chunk header. */
public final class Sets {
  /** Size of that space. */
  public static final int HEADER_BYTES = ChunkWriter.HEADER_BYTES;

  private Sets() {}

  /**
   * Creates a set; sorts the numbers in place.
   *
   * @param numbers are sorted
   * @param count number of elements to use
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

  /** The Jaccard similarity of two sets; 1 if they are equal. */
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
