package dev.sluice.algorithms.words;

import static dev.sluice.algorithms.words.CodePointClasses.CLASS_MASK;
import static dev.sluice.algorithms.words.CodePointClasses.LETTER;
import static dev.sluice.algorithms.words.CodePointClasses.SIZE_SHIFT;
import static dev.sluice.algorithms.words.CodePointClasses.SPACE;

import dev.sluice.core.Bytes;

/** Finds the kinds of runs of code points that all patterns use. */
final class Runs {
  private static final long ONES = 0x0101010101010101L;
  private static final long TOP_BITS = 0x80 * ONES;
  private static final long LOWER_CASE = 0x20 * ONES;

  private Runs() {}

  /**
   * Returns the end of the run of this class that starts at {@code at}, or {@code at} if there is
   * none.
   */
  static int of(int wanted, byte[] text, int at, int end) {
    int position = at;
    while (position < end) {
      int found = CodePointClasses.at(text, position, end);
      if ((found & CLASS_MASK) != wanted) {
        return position;
      }
      position += found >> SIZE_SHIFT;
    }
    return end;
  }

  /**
   * Returns the end of the run of letters that starts at {@code at}. It reads ASCII letters eight
   * at a time.
   */
  static int ofLetters(byte[] text, int at, int end) {
    int position = at;
    while (position < end) {
      if (text[position] >= 0 && position + Long.BYTES <= end) {
        int letters = asciiLetters(Bytes.readLong(text, position));
        position += letters;
        if (letters == Long.BYTES) {
          continue;
        }
        if (text[position] >= 0) {
          return position;
        }
      }
      int found = CodePointClasses.at(text, position, end);
      if ((found & CLASS_MASK) != LETTER) {
        return position;
      }
      position += found >> SIZE_SHIFT;
    }
    return end;
  }

  /**
   * Returns the number of bytes, from the lowest, that are ASCII letters, up to the first byte that
   * is not.
   */
  private static int asciiLetters(long eight) {
    long lower = (eight | LOWER_CASE) & ~TOP_BITS;
    long fromA = lower + (0x80 - 'a') * ONES;
    long beyondZ = lower + (0x80 - 'z' - 1) * ONES;
    long others = ~(fromA & ~beyondZ & ~eight) & TOP_BITS;
    return Long.numberOfTrailingZeros(others) >> 3;
  }

  /** Returns the end of the run of code points that belong to neither class. */
  static int ofNeither(int one, int other, byte[] text, int at, int end) {
    int position = at;
    while (position < end) {
      int found = CodePointClasses.at(text, position, end);
      int kind = found & CLASS_MASK;
      if (kind == one || kind == other) {
        return position;
      }
      position += found >> SIZE_SHIFT;
    }
    return end;
  }

  /**
   * Returns the end of the match of {@code \s+(?!\S)|\s+} at a run of white space. It is the end of
   * the run if the run ends the text or has one code point. Otherwise, the last code point of the
   * run is left out.
   */
  static int spaces(byte[] text, int at, int end) {
    int position = at;
    int last = at;
    while (position < end) {
      int found = CodePointClasses.at(text, position, end);
      if ((found & CLASS_MASK) != SPACE) {
        return last > at ? last : position;
      }
      last = position;
      position += found >> SIZE_SHIFT;
    }
    return end;
  }

  /**
   * Returns the length in bytes of the letters of a contraction, such as {@code s} or {@code ll},
   * or 0 if there are none.
   *
   * @param fold the bits to set in each letter before it is compared: 0x20 to ignore case,
   *     otherwise 0
   */
  static int contraction(byte[] text, int at, int end, int fold) {
    if (at >= end) {
      return 0;
    }
    int first = text[at] | fold;
    if (first == 's' || first == 't' || first == 'm' || first == 'd') {
      return 1;
    }
    int second = at + 1 < end ? text[at + 1] | fold : 0;
    boolean pair =
        ((first == 'r' || first == 'v') && second == 'e') || (first == 'l' && second == 'l');
    return pair ? 2 : 0;
  }
}
