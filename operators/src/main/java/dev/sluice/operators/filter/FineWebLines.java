package dev.sluice.operators.filter;

import dev.sluice.operators.Analysis;
import dev.sluice.operators.Text;
import dev.sluice.operators.text.CharClass;
import dev.sluice.operators.text.CharRange;
import dev.sluice.operators.text.Duplicates;
import dev.sluice.operators.text.Lines;

/**
 * What FineWeb's quality rules ask of the lines of a text that are not blank.
 *
 * @param lines all of them
 * @param punctuated those that end with a character that ends a sentence
 * @param duplicateCharacters the code points of those that repeat an earlier one
 */
record FineWebLines(int lines, int punctuated, int duplicateCharacters) {
  static final Analysis<FineWebLines> OF = Analysis.by(FineWebLines::count);

  private static FineWebLines count(Text text) {
    Lines lines = text.analysis(Lines.BETWEEN_NEWLINES);
    char[] chars = text.chars();
    int punctuated = 0;
    for (int i = 0; i < lines.count(); i++) {
      int last = CharRange.lastClass(chars, lines.start(i), lines.end(i));
      punctuated += (last & CharClass.TERMINAL) != 0 ? 1 : 0;
    }
    Duplicates duplicates = Duplicates.among(text, lines, false);
    return new FineWebLines(duplicates.lines(), punctuated, duplicates.characters());
  }

  /** The lines that are not blank and have at most so many code points. */
  static int shortLines(Text text, int most) {
    Lines lines = text.analysis(Lines.BETWEEN_NEWLINES);
    char[] chars = text.chars();
    int count = 0;
    for (int i = 0; i < lines.count(); i++) {
      int start = lines.start(i);
      int end = lines.end(i);
      boolean maybe = end - start <= 2 * most; // two units at most make a code point
      if (maybe
          && CharRange.codePoints(chars, start, end) <= most
          && !CharRange.isBlank(chars, start, end)) {
        count++;
      }
    }
    return count;
  }
}
