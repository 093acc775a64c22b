package dev.sluice.operators.text;

import dev.sluice.operators.Analysis;
import dev.sluice.operators.Text;

/**
 * How many characters of each kind a text has. All are code points.
 *
 * @param all all of them
 * @param alphanumeric letters and numbers
 * @param special neither letters nor marks: white space, digits, punctuation, symbols, emoji
 * @param newlines line feeds
 * @param hashes number signs, {@code #}
 * @param ellipses U+2026, and three full stops, counted without overlap
 */
public record CharCounts(
    int all, int alphanumeric, int special, int newlines, int hashes, int ellipses) {
  /** The counts of a text. */
  public static final Analysis<CharCounts> OF = Analysis.by(CharCounts::count);

  private static CharCounts count(Text text) {
    char[] chars = text.chars();
    int all = 0;
    int alphanumeric = 0;
    int regular = 0;
    int newlines = 0;
    int hashes = 0;
    int ellipses = 0;
    int stops = 0; // that are before this character and in no ellipsis yet
    for (int at = 0; at < chars.length; all++) {
      int codePoint = CharClass.codePointAt(chars, at, chars.length);
      int bits = CharClass.of(codePoint);
      alphanumeric += (bits & (CharClass.LETTER | CharClass.NUMBER)) != 0 ? 1 : 0;
      regular += (bits & (CharClass.LETTER | CharClass.MARK)) != 0 ? 1 : 0;
      newlines += codePoint == '\n' ? 1 : 0;
      hashes += codePoint == '#' ? 1 : 0;
      stops = codePoint == '.' ? stops + 1 : 0;
      if (stops == 3 || codePoint == 0x2026) {
        ellipses++;
        stops = 0;
      }
      at += codePoint < 0x10000 ? 1 : 2;
    }
    return new CharCounts(all, alphanumeric, all - regular, newlines, hashes, ellipses);
  }
}
