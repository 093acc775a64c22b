package dev.sluice.operators.text;

import com.ibm.icu.text.Normalizer2;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Canonical decomposition of runs of marks, which sorts them by combining class. Takes n log n
 * time, whereas ICU inserts the marks one by one.
 */
public final class MarkOrder {
  private static final Normalizer2 NFD = Normalizer2.getNFDInstance();
  private static final int CLASS_SHIFT = 56;
  private static final int PLACE_SHIFT = 21;

  private MarkOrder() {}

  /**
   * The decomposition of {@link SimpleForm#MARK} and {@link SimpleForm#NOTHING} characters, without
   * nonspacing marks.
   */
  public static int[] simple(int[] run) {
    return Arrays.stream(canonical(run)).filter(mark -> !SimpleForm.isNonspacing(mark)).toArray();
  }

  /** The canonical decomposition of a run of characters, in canonical order. */
  public static int[] canonical(int[] run) {
    int[] decomposed = Arrays.stream(run).flatMap(MarkOrder::decomposed).toArray();
    long[] keys = new long[decomposed.length];
    for (int i = 0; i < keys.length; i++) {
      int order = NFD.getCombiningClass(decomposed[i]);
      keys[i] = (long) order << CLASS_SHIFT | (long) i << PLACE_SHIFT | decomposed[i];
    }
    sortBetweenStarters(keys);
    return Arrays.stream(keys).mapToInt(key -> (int) key & (1 << PLACE_SHIFT) - 1).toArray();
  }

  private static IntStream decomposed(int codePoint) {
    return NFD.normalize(Character.toString(codePoint)).codePoints();
  }

  /** Classes are at most 240, so keys can be compared as signed numbers. */
  private static void sortBetweenStarters(long[] keys) {
    int at = 0;
    while (at < keys.length) {
      int end = at;
      while (end < keys.length && keys[end] >>> CLASS_SHIFT != 0) {
        keys[end++] ^= Long.MIN_VALUE;
      }
      Arrays.sort(keys, at, end);
      at = end + 1;
    }
  }
}
