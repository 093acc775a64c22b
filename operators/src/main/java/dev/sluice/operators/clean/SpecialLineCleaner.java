package dev.sluice.operators.clean;

import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.StringMapper;
import dev.sluice.operators.text.CharClass;

/** {@code special-character-lines}. */
final class SpecialLineCleaner {
  private SpecialLineCleaner() {}

  static OperatorDescription description() {
    return OperatorDescription.of(
            OperatorGroup.CLEAN,
            "special-character-lines",
            "Lines without a letter or a number go: rules, ornaments, rows of emoji.")
        .rule(
            "A line lies between line feeds, and goes with the one behind it. Empty lines, and"
                + " those with nothing but white space, stay.")
        .reference("the 7B corpus preprocessing guide, 3.2")
        .making(arguments -> new StringMapper(SpecialLineCleaner::clean));
  }

  private static String clean(String text) {
    Cut cut = new Cut(text);
    int start = 0;
    while (start < text.length()) {
      int feed = text.indexOf('\n', start);
      int end = feed < 0 ? text.length() : feed;
      int next = feed < 0 ? end : feed + 1;
      if (isSpecial(text, start, end)) {
        cut.replace(start, next, "");
      }
      start = next;
    }
    return cut.text();
  }

  private static boolean isSpecial(String text, int from, int to) {
    boolean special = false;
    int at = from;
    while (at < to) {
      int codePoint = text.codePointAt(at);
      int bits = CharClass.of(codePoint);
      if ((bits & (CharClass.LETTER | CharClass.NUMBER)) != 0) {
        return false;
      }
      special |= (bits & CharClass.SPACE) == 0;
      at += Character.charCount(codePoint);
    }
    return special;
  }
}
