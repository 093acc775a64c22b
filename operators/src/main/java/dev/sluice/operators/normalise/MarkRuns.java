package dev.sluice.operators.normalise;

import com.ibm.icu.text.Normalizer2;
import dev.sluice.operators.text.CharClass;
import dev.sluice.operators.text.Cut;
import dev.sluice.operators.text.MarkOrder;

/**
 * Brings long runs of combining marks into canonical order before ICU reads them: ICU inserts each
 * mark among those before it, which for a million marks would take a million times a million steps.
 * The text stays canonically equivalent; its normal forms are the same.
 */
final class MarkRuns {
  /** The longest run that ICU sorts quickly enough. */
  private static final int LONG = 64;

  /** The first character that has a place among marks. */
  private static final char FIRST_MARK = '\u0300';

  private static final Normalizer2 NFD = Normalizer2.getNFDInstance();

  private MarkRuns() {}

  /**
   * Returns the text with every long run of marks in order; the text itself if there is no such
   * run.
   */
  static String ordered(String text) {
    Cut cut = new Cut(text);
    int at = 0;
    while (at < text.length()) {
      if (text.charAt(at) < FIRST_MARK) {
        at++;
        continue;
      }
      int end = runEnd(text, at);
      if (end - at > LONG) {
        int[] marks = MarkOrder.canonical(text.substring(at, end).codePoints().toArray());
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
