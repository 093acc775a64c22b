package dev.sluice.algorithms.words;

import static dev.sluice.algorithms.words.CodePointClasses.CLASS_MASK;
import static dev.sluice.algorithms.words.CodePointClasses.LETTER;
import static dev.sluice.algorithms.words.CodePointClasses.NUMBER;
import static dev.sluice.algorithms.words.CodePointClasses.OTHER;
import static dev.sluice.algorithms.words.CodePointClasses.SIZE_SHIFT;
import static dev.sluice.algorithms.words.CodePointClasses.SPACE;

import dev.sluice.algorithms.words.PreTokenizer.SplitPattern;
import dev.sluice.algorithms.words.PreTokenizer.WordScanner;

/** Implements {@link SplitPattern#CL100K} without a regular expression. */
final class Cl100kScanner implements WordScanner {
  private final int digits;

  Cl100kScanner(boolean digitsApart) {
    this.digits = digitsApart ? 1 : 3;
  }

  /**
   * Most words consist of letters, with or without a leading space; other words take a slower path.
   */
  @Override
  public int next(byte[] text, int at, int end) {
    int start = text[at] == ' ' ? at + 1 : at;
    int letters = Runs.ofLetters(text, start, end);
    return letters > start ? letters : other(text, at, end);
  }

  private int other(byte[] text, int at, int end) {
    int found = CodePointClasses.at(text, at, end);
    int kind = found & CLASS_MASK;
    int rest = at + (found >> SIZE_SHIFT);
    if (kind == NUMBER) {
      return numbers(text, rest, end);
    }
    if (text[at] == '\'') {
      int size = contraction(text, rest, end);
      if (size > 0) {
        return rest + size;
      }
    }
    return signsOrSpaces(kind, text, at, rest, end);
  }

  private int signsOrSpaces(int kind, byte[] text, int at, int rest, int end) {
    int second = rest < end ? CodePointClasses.at(text, rest, end) : SPACE;
    int secondKind = second & CLASS_MASK;
    if (secondKind == LETTER && !isLineBreak(text[at])) {
      return Runs.ofLetters(text, rest + (second >> SIZE_SHIFT), end);
    }
    if (kind == OTHER || (text[at] == ' ' && secondKind == OTHER)) {
      return lineBreaks(text, Runs.of(OTHER, text, rest, end), end);
    }
    return spaces(text, at, rest, end);
  }

  private int numbers(byte[] text, int at, int end) {
    int position = at;
    for (int i = 1; i < digits && position < end; i++) {
      int found = CodePointClasses.at(text, position, end);
      if ((found & CLASS_MASK) != NUMBER) {
        return position;
      }
      position += found >> SIZE_SHIFT;
    }
    return position;
  }

  /** Returns the end of the match of {@code \s++$|\s*[\r\n]|\s+(?!\S)|\s}. */
  private static int spaces(byte[] text, int at, int rest, int end) {
    int position = at;
    int last = at;
    int afterBreak = at;
    while (position < end) {
      int found = CodePointClasses.at(text, position, end);
      if ((found & CLASS_MASK) != SPACE) {
        return afterBreak > at ? afterBreak : Math.max(last, rest);
      }
      last = position;
      position += found >> SIZE_SHIFT;
      if (isLineBreak(text[last])) {
        afterBreak = position;
      }
    }
    return end;
  }

  private static int lineBreaks(byte[] text, int at, int end) {
    int position = at;
    while (position < end && isLineBreak(text[position])) {
      position++;
    }
    return position;
  }

  private static boolean isLineBreak(int first) {
    return first == '\n' || first == '\r';
  }

  /**
   * Returns the length in bytes of the letters of a contraction, in upper or lower case; 0 if there
   * is none. By Unicode's case folding, U+017F is an s.
   */
  private static int contraction(byte[] text, int at, int end) {
    boolean longS = at + 1 < end && text[at] == (byte) 0xC5 && text[at + 1] == (byte) 0xBF;
    return longS ? 2 : Runs.contraction(text, at, end, 0x20);
  }
}
