package dev.sluice.algorithms.words;

import static dev.sluice.algorithms.words.CodePointClasses.CLASS_MASK;
import static dev.sluice.algorithms.words.CodePointClasses.NUMBER;
import static dev.sluice.algorithms.words.CodePointClasses.SIZE_SHIFT;
import static dev.sluice.algorithms.words.CodePointClasses.SPACE;

import dev.sluice.algorithms.words.PreTokenizer.SplitPattern;
import dev.sluice.algorithms.words.PreTokenizer.WordScanner;

/** Implements {@link SplitPattern#GPT2} without a regular expression. */
record Gpt2Scanner(boolean digitsApart) implements WordScanner {

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
    if (kind != SPACE) {
      return text[at] == '\'' ? apostrophe(text, at, end) : run(kind, text, rest, end);
    }
    if (text[at] == ' ' && rest < end) {
      int second = CodePointClasses.at(text, rest, end);
      int secondKind = second & CLASS_MASK;
      if (secondKind != SPACE && !(digitsApart && secondKind == NUMBER)) {
        return run(secondKind, text, rest + (second >> SIZE_SHIFT), end);
      }
    }
    return Runs.spaces(text, at, end);
  }

  private int run(int kind, byte[] text, int at, int end) {
    return digitsApart && kind == NUMBER ? at : Runs.of(kind, text, at, end);
  }

  private int apostrophe(byte[] text, int at, int end) {
    int size = Runs.contraction(text, at + 1, end, 0);
    return size > 0 ? at + 1 + size : run(CodePointClasses.OTHER, text, at + 1, end);
  }
}
