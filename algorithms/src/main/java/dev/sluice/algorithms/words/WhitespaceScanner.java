package dev.sluice.algorithms.words;

import static dev.sluice.algorithms.words.CodePointClasses.CLASS_MASK;
import static dev.sluice.algorithms.words.CodePointClasses.NUMBER;
import static dev.sluice.algorithms.words.CodePointClasses.SIZE_SHIFT;
import static dev.sluice.algorithms.words.CodePointClasses.SPACE;

import dev.sluice.algorithms.words.PreTokenizer.SplitPattern;
import dev.sluice.algorithms.words.PreTokenizer.WordScanner;

/** {@link SplitPattern#WHITESPACE}, hand-written. */
final class WhitespaceScanner implements WordScanner {
  /**
   * A class that ends a word, besides white space; white space itself if digits are not separated.
   */
  private final int apart;

  WhitespaceScanner(boolean digitsApart) {
    this.apart = digitsApart ? NUMBER : SPACE;
  }

  @Override
  public int next(byte[] text, int at, int end) {
    int found = CodePointClasses.at(text, at, end);
    int kind = found & CLASS_MASK;
    int rest = at + (found >> SIZE_SHIFT);
    if (kind != SPACE) {
      return kind == apart ? rest : Runs.ofNeither(SPACE, apart, text, rest, end);
    }
    if (text[at] == ' ') {
      int word = Runs.ofNeither(SPACE, apart, text, rest, end);
      if (word > rest) {
        return word;
      }
    }
    return Runs.spaces(text, at, end);
  }
}
