package dev.sluice.operators.text;

import com.ibm.icu.text.BreakIterator;
import com.ibm.icu.util.ULocale;

/**
 * Splits a text into the segments of Unicode annex 29, without white space. Alphabetic scripts are
 * handled here, by rules WB4 to WB13b; lines with any other script are passed to ICU, which takes
 * about ten times as long. A line break is always a boundary, so lines are independent. Not
 * thread-safe; used once.
 */
final class UnicodeWordScanner {
  private static final int PLAIN_MASK = CharClass.BREAK_MASK | CharClass.LETTER;
  private static final int PLAIN_LETTER = CharClass.BREAK_LETTER | CharClass.LETTER;

  private final char[] chars;
  private final Words words;

  UnicodeWordScanner(char[] chars) {
    this.chars = chars;
    this.words = new Words(chars.length);
  }

  Words scan() {
    int start = 0;
    while (start < chars.length) {
      int end = start;
      while (end < chars.length && chars[end] != '\n') {
        end++;
      }
      int before = words.count();
      if (!scanLine(start, end)) {
        words.cutTo(before);
        IcuWords.scan(chars, start, end, words);
      }
      start = end + 1;
    }
    return words;
  }

  /** Splits a line; returns false if the line contains something that only ICU handles. */
  private boolean scanLine(int start, int end) {
    int at = start;
    while (at < end) {
      int letters = plainWordEnd(at, end);
      if (letters > at) {
        words.addLetters(at, letters);
        at = letters;
        continue;
      }
      int kind = kindAt(at, end);
      if (kind == CharClass.BREAK_SPACE) {
        at++;
      } else if (kind == CharClass.BREAK_HARD || kind == CharClass.BREAK_EXTEND) {
        return false; // a mark that does not follow a letter belongs to the character before it
      } else if (isWordPart(kind)) {
        at = word(at, end);
      } else {
        at = token(at, next(at, end));
      }
    }
    return true;
  }

  /**
   * Returns the end of a word of letters of the first plane that nothing can extend, which is the
   * common case; {@code start} if there is no such word.
   */
  private int plainWordEnd(int start, int end) {
    int at = start;
    while (at < end && (CharClass.ofUnit(chars[at]) & PLAIN_MASK) == PLAIN_LETTER) {
      at++;
    }
    if (at == start || at == end) {
      return at;
    }
    int kind = CharClass.ofUnit(chars[at]) & CharClass.BREAK_MASK;
    boolean apart =
        kind == CharClass.BREAK_SPACE
            || kind == CharClass.BREAK_MID_NUM
            || kind == CharClass.BREAK_OTHER && !Character.isSurrogate(chars[at]);
    return apart ? at : start;
  }

  private int word(int start, int end) {
    int last = kindAt(start, end);
    int at = withMarks(start, end);
    while (at < end) {
      int kind = kindAt(at, end);
      if (isWordPart(kind)) { // WB5, WB8 to WB10, WB13a, WB13b
        last = kind;
        at = withMarks(at, end);
      } else if (joins(last, kind) && last == kindAfter(at, end)) { // WB6, WB7, WB11, WB12
        at = withMarks(withMarks(at, end), end);
      } else {
        break;
      }
    }
    return token(start, at);
  }

  private int token(int start, int end) {
    words.add(chars, start, end, false);
    return end;
  }

  private int next(int at, int end) {
    return at + Character.charCount(CharClass.codePointAt(chars, at, end));
  }

  private static boolean isWordPart(int kind) {
    return kind >= CharClass.BREAK_LETTER && kind <= CharClass.BREAK_EXTEND_NUM_LET;
  }

  private static boolean joins(int last, int kind) {
    return kind == CharClass.BREAK_MID_NUM_LET
            && (last == CharClass.BREAK_LETTER || last == CharClass.BREAK_NUMERIC)
        || kind == CharClass.BREAK_MID_LETTER && last == CharClass.BREAK_LETTER
        || kind == CharClass.BREAK_MID_NUM && last == CharClass.BREAK_NUMERIC;
  }

  /** Returns the kind of the character after this one and its marks; OTHER at the end. */
  private int kindAfter(int at, int end) {
    int next = withMarks(at, end);
    return next < end ? kindAt(next, end) : CharClass.BREAK_OTHER;
  }

  private int kindAt(int at, int end) {
    return CharClass.of(CharClass.codePointAt(chars, at, end)) & CharClass.BREAK_MASK;
  }

  /** Returns the end of a character and its marks, WB4. */
  private int withMarks(int at, int end) {
    int next = next(at, end);
    while (next < end && kindAt(next, end) == CharClass.BREAK_EXTEND) {
      next = next(next, end);
    }
    return next;
  }

  /** Tokenizes lines with ICU. Thread-safe: one iterator per thread. */
  private static final class IcuWords {
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
}
