package dev.sluice.operators.text;

import dev.sluice.operators.Analysis;
import dev.sluice.operators.Text;

/**
 * The numbers of characters of each kind, in code points.
 *
 * @param all all characters
 * @param alphanumeric letters and numbers
 * @param special neither letters nor marks: white space, digits, punctuation, symbols, emoji
 * @param newlines line feeds
 * @param otherLineEnds other line breaks, see {@link CharClass#LINE_END}
 * @param hashes number signs, {@code #}
 */
public record CharCounts(
    int all, int alphanumeric, int special, int newlines, int otherLineEnds, int hashes) {
  /** The counts of a text. */
  public static final Analysis<CharCounts> OF = Analysis.by(CharCounts::count);

  /**
   * The contribution of each ASCII character to five counts of 12 bits each. They are added without
   * branches and unpacked every {@link #AT_ONCE} characters.
   */
  private static final long[] ADDS = new long[0x80];

  private static final int FIELD = 12;
  private static final int FIELD_MASK = (1 << FIELD) - 1;
  private static final int AT_ONCE = FIELD_MASK;

  static {
    for (char unit = 0; unit < ADDS.length; unit++) {
      ADDS[unit] = adds(unit);
    }
  }

  private static long adds(int codePoint) {
    int bits = CharClass.of(codePoint);
    boolean newline = codePoint == '\n';
    return field(0, (bits & (CharClass.LETTER | CharClass.NUMBER)) != 0)
        | field(1, (bits & (CharClass.LETTER | CharClass.MARK)) == 0)
        | field(2, newline)
        | field(3, (bits & CharClass.LINE_END) != 0 && !newline)
        | field(4, codePoint == '#');
  }

  private static long field(int place, boolean counts) {
    return counts ? 1L << place * FIELD : 0;
  }

  private static CharCounts count(Text text) {
    char[] chars = text.chars();
    int[] counts = new int[5];
    int pairs = 0;
    int at = 0;
    while (at < chars.length) {
      int end = Math.min(chars.length, at + AT_ONCE);
      long sums = 0;
      while (at < end) {
        char unit = chars[at++];
        if (unit < 0x80) {
          sums += ADDS[unit];
        } else if (Character.isHighSurrogate(unit)) {
          sums += adds(CharClass.codePointAt(chars, at - 1, chars.length));
          at++;
          pairs++;
        } else {
          sums += adds(unit);
        }
      }
      for (int i = 0; i < counts.length; i++) {
        counts[i] += (int) (sums >>> i * FIELD) & FIELD_MASK;
      }
    }
    int all = chars.length - pairs;
    return new CharCounts(all, counts[0], counts[1], counts[2], counts[3], counts[4]);
  }
}
