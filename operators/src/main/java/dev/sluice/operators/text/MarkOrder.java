package dev.sluice.operators.text;

import com.ibm.icu.text.Normalizer2;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Sorts runs of combining marks by combining class, in canonical order. This takes n log n time,
 * whereas ICU inserts each mark among the previous marks, which takes quadratic time.
 */
public final class MarkOrder {
  private static final Normalizer2 NFD = Normalizer2.getNFDInstance();
  private static final int CLASS_SHIFT = 56;
  private static final int PLACE_SHIFT = 21;

  /** The longest run that ICU sorts quickly enough. */
  private static final int LONG = 64;

  /** The first character that has a combining class. */
  private static final char FIRST_MARK = '\u0300';

  private MarkOrder() {}

  /**
   * Returns the decomposition of characters whose form is {@link SimpleForm#MARK} or {@link
   * SimpleForm#NOTHING}, without nonspacing marks.
   */
  public static int[] simple(int[] run) {
    return Arrays.stream(canonical(run)).filter(mark -> !SimpleForm.isNonspacing(mark)).toArray();
  }

  /** Returns the canonical decomposition of a run of characters, in canonical order. */
  private static int[] canonical(int[] run) {
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

  /**
   * Sorts the marks between starters. Classes are at most 240, so keys can be compared as signed
   * numbers.
   */
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

  /**
   * Returns the text with every long run of marks in canonical order. This does not change its
   * normal forms. If there is no such run, the text itself is returned.
   */
  public static String ordered(String text) {
    Cut cut = new Cut(text);
    int at = 0;
    while (at < text.length()) {
      if (text.charAt(at) < FIRST_MARK) {
        at++;
        continue;
      }
      int end = runEnd(text, at);
      if (end - at > LONG) {
        int[] marks = canonical(text.substring(at, end).codePoints().toArray());
        cut.replace(at, end, new String(marks, 0, marks.length));
      }
      at = Math.max(end, at + 1);
    }
    return cut.text();
  }

  private static int runEnd(String text, int from) {
    int at = from;
    while (at < text.length()) {
      int codePoint = text.codePointAt(at);
      boolean mark = (CharClass.of(codePoint) & CharClass.MARK) != 0;
      if (!mark || NFD.getCombiningClass(codePoint) == 0) {
        return at;
      }
      at += Character.charCount(codePoint);
    }
    return at;
  }
}
