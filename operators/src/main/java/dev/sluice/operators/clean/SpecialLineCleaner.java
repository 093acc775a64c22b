package dev.sluice.operators.clean;

import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.text.CharClass;
import dev.sluice.operators.text.Cut;

/** Implements {@code special-character-lines}. */
final class SpecialLineCleaner {
  private static final OperatorTexts TEXTS = OperatorTexts.of("special-character-lines");
  static final OperatorDescription DESCRIPTION =
      TEXTS.mapper(OperatorGroup.CLEAN, arguments -> SpecialLineCleaner::clean);

  private SpecialLineCleaner() {}

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
