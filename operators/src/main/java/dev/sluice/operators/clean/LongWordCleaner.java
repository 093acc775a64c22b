package dev.sluice.operators.clean;

import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.ValueType;
import dev.sluice.operators.text.CharClass;
import dev.sluice.operators.text.Cut;

/** Implements {@code long-words}. */
final class LongWordCleaner {
  private static final OperatorTexts TEXTS = OperatorTexts.of("long-words");
  private static final Parameter<Integer> MAX =
      TEXTS.parameter("max", ValueType.whole(1, 1_000_000), "100");
  private static final Parameter<String> REPLACEMENT = OperatorTexts.replacement("");

  static final OperatorDescription DESCRIPTION =
      TEXTS.mapper(
          OperatorGroup.CLEAN,
          arguments -> text -> clean(text, arguments.value(MAX), arguments.value(REPLACEMENT)),
          MAX,
          REPLACEMENT);

  private LongWordCleaner() {}

  private static String clean(String text, int max, String replacement) {
    Cut cut = new Cut(text);
    int start = 0;
    int length = 0;
    int at = 0;
    while (at < text.length()) {
      int codePoint = text.codePointAt(at);
      int end = at + Character.charCount(codePoint);
      if ((CharClass.of(codePoint) & (CharClass.SPACE | CharClass.IDEOGRAPH)) == 0) {
        length++;
      } else {
        if (length > max) {
          cut.replace(start, at, replacement);
        }
        start = end;
        length = 0;
      }
      at = end;
    }
    if (length > max) {
      cut.replace(start, at, replacement);
    }
    return cut.text();
  }
}
