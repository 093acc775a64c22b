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
    int alphanumeric = 0;
    int regular = 0;
    int newlines = 0;
    int hashes = 0;
    int ellipses = 0;
    int pairs = 0;
    int stops = 0; // that are before this character and in no ellipsis yet
    for (int at = 0; at < chars.length; at++) {
      char unit = chars[at];
      int bits = CharClass.ofUnit(unit);
      if (Character.isHighSurrogate(unit)) {
        bits = CharClass.of(CharClass.codePointAt(chars, at++, chars.length));
        pairs++;
      }
      alphanumeric += (bits & (CharClass.LETTER | CharClass.NUMBER)) != 0 ? 1 : 0;
      regular += (bits & (CharClass.LETTER | CharClass.MARK)) != 0 ? 1 : 0;
      if ((bits & CharClass.LETTER) == 0) {
        newlines += unit == '\n' ? 1 : 0;
        hashes += unit == '#' ? 1 : 0;
      }
      stops = unit == '.' ? stops + 1 : 0;
      if (stops == 3 || unit == '\u2026') {
        ellipses++;
        stops = 0;
      }
    }
    int all = chars.length - pairs;
    return new CharCounts(all, alphanumeric, all - regular, newlines, hashes, ellipses);
  }
}
