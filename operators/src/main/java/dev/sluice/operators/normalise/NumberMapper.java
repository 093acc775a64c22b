package dev.sluice.operators.normalise;

import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.StringMapper;
import dev.sluice.operators.text.CharClass;
import dev.sluice.operators.text.Cut;

/** {@code numbers}. */
final class NumberMapper {
  private static final OperatorTexts TEXTS = OperatorTexts.of("numbers");
  private static final Parameter<String> REPLACEMENT = OperatorTexts.replacement("<NUM>");

  /** The first digit beyond ASCII, of Arabic. */
  private static final char FIRST_OTHER_DIGIT = '\u0660';

  private NumberMapper() {}

  static OperatorDescription description() {
    return TEXTS
        .describe(OperatorGroup.NORMALISE)
        .parameters(REPLACEMENT)
        .making(
            arguments -> {
              String replacement = arguments.value(REPLACEMENT);
              return new StringMapper(text -> replace(text, replacement));
            });
  }

  private static String replace(String text, String replacement) {
    Cut cut = new Cut(text);
    int at = 0;
    while (at < text.length()) {
      int end = digitsEnd(text, at);
      if (end > at) {
        cut.replace(at, end, replacement);
      }
      at = Math.max(end, at + 1);
    }
    return cut.text();
  }

  private static int digitsEnd(String text, int from) {
    int at = from;
    while (at < text.length() && isDigit(text, at)) {
      at += Character.charCount(text.codePointAt(at));
    }
    return at;
  }

  private static boolean isDigit(String text, int at) {
    char unit = text.charAt(at);
    return unit < FIRST_OTHER_DIGIT
        ? unit >= '0' && unit <= '9'
        : (CharClass.of(text.codePointAt(at)) & CharClass.DIGIT) != 0;
  }
}
