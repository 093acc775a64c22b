package dev.sluice.operators.text;

import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.util.ULocale;

/** Tokenizes lines with ICU. Thread-safe: one iterator per thread. */
final class IcuWords {
  private static final ThreadLocal<BreakIterator> BREAKS =
      ThreadLocal.withInitial(() -> BreakIterator.getWordInstance(ULocale.ROOT));

  private IcuWords() {}

  /** Adds the segments between two indexes, except white space. */
  static void scan(char[] chars, int from, int to, Words words) {
    BreakIterator breaks = BREAKS.get();
    breaks.setText(new String(chars, from, to - from));
    int start = from;
    breaks.first();
    for (int next = breaks.next(); next != BreakIterator.DONE; next = breaks.next()) {
      int end = from + next;
      words.add(chars, start, end, false);
      start = end;
    }
    breaks.setText("");
  }
}
