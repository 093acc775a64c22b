package dev.sluice.operators.filter;

import dev.sluice.operators.Analysis;
import dev.sluice.operators.Text;
import dev.sluice.operators.text.CharRange;
import dev.sluice.operators.text.Lines;

/**
 * What Gopher's quality rules ask of the lines of a text, white space at their ends left out.
 *
 * @param lines all of them
 * @param bullets those that begin with U+2022 or a hyphen
 * @param ellipses those that end with U+2026 or three full stops
 */
record GopherLines(int lines, int bullets, int ellipses) {
  static final Analysis<GopherLines> OF = Analysis.by(GopherLines::count);

  private static GopherLines count(Text text) {
    Lines lines = text.analysis(Lines.UNIVERSAL);
    char[] chars = text.chars();
    int bullets = 0;
    int ellipses = 0;
    for (int i = 0; i < lines.count(); i++) {
      int end = CharRange.stripEnd(chars, lines.start(i), lines.end(i));
      int start = CharRange.stripStart(chars, lines.start(i), end);
      boolean bullet = start < end && (chars[start] == '\u2022' || chars[start] == '-');
      boolean ellipsis =
          start < end
              && (chars[end - 1] == '\u2026' || CharRange.endsWith(chars, start, end, "..."));
      bullets += bullet ? 1 : 0;
      ellipses += ellipsis ? 1 : 0;
    }
    return new GopherLines(lines.count(), bullets, ellipses);
  }
}
