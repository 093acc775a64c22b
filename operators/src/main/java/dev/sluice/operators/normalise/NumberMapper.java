package dev.sluice.operators.normalise;

import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.Replacement;
import dev.sluice.operators.StringMapper;
import dev.sluice.operators.text.CharClass;

/** {@code numbers}. */
final class NumberMapper {
  private static final Parameter<String> REPLACEMENT = Replacement.parameter("<NUM>");

  private NumberMapper() {}

  static OperatorDescription description() {
    return OperatorDescription.of(
            OperatorGroup.NORMALISE, "numbers", "One mark for every run of digits.")
        .rule(
            "The regular expression `\\d+` as Python has it: decimal digits of any script. `3.14`"
                + " becomes `<NUM>.<NUM>`.")
        .reference("the 7B corpus preprocessing guide, 5.1")
        .example("{replacement: \"<NUM>\"}")
        .parameters(REPLACEMENT)
        .making(
            arguments -> {
              String replacement = arguments.value(REPLACEMENT);
              return new StringMapper(text -> replace(text, replacement));
            });
  }

  private static String replace(String text, String replacement) {
    StringBuilder replaced = new StringBuilder();
    int copied = 0;
    int at = 0;
    while (at < text.length()) {
      char unit = text.charAt(at);
      if (unit < 0x80 && !isAsciiDigit(unit)) {
        at++;
        continue;
      }
      int end = digitsEnd(text, at);
      if (end > at) {
        replaced.append(text, copied, at).append(replacement);
        copied = end;
        at = end;
      } else {
        at += Character.charCount(text.codePointAt(at));
      }
    }
    return copied == 0 ? text : replaced.append(text, copied, text.length()).toString();
  }

  private static boolean isAsciiDigit(char unit) {
    return unit >= '0' && unit <= '9';
  }

  private static int digitsEnd(String text, int from) {
    int at = from;
    while (at < text.length()) {
      int codePoint = text.codePointAt(at);
      if ((CharClass.of(codePoint) & CharClass.DIGIT) == 0) {
        return at;
      }
      at += Character.charCount(codePoint);
    }
    return at;
  }
}
