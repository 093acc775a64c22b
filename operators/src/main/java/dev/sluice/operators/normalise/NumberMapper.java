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

  /** The first digit beyond ASCII, of Arabic. */
  private static final char FIRST_OTHER_DIGIT = '\u0660';

  private NumberMapper() {}

  static OperatorDescription description() {
    return OperatorDescription.of(
            OperatorGroup.NORMALISE, "numbers", "Replaces every run of digits with a placeholder.")
        .rule(
            "Replaces every match of Python's regex `\\d+`: decimal digits of any script."
                + " `3.14` becomes `<NUM>.<NUM>`.")
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
    char[] chars = text.toCharArray();
    int at = firstDigit(chars, 0);
    if (at == chars.length) {
      return text;
    }
    StringBuilder replaced = new StringBuilder(chars.length);
    int copied = 0;
    while (at < chars.length) {
      replaced.append(chars, copied, at - copied).append(replacement);
      copied = digitsEnd(chars, at);
      at = firstDigit(chars, copied);
    }
    return replaced.append(chars, copied, chars.length - copied).toString();
  }

  private static int firstDigit(char[] chars, int from) {
    int at = from;
    while (at < chars.length) {
      char unit = chars[at];
      if (unit < FIRST_OTHER_DIGIT ? isAsciiDigit(unit) : isDigit(chars, at)) {
        return at;
      }
      at++;
    }
    return at;
  }

  private static int digitsEnd(char[] chars, int from) {
    int at = from;
    while (at < chars.length && isDigit(chars, at)) {
      at += Character.charCount(Character.codePointAt(chars, at));
    }
    return at;
  }

  private static boolean isAsciiDigit(char unit) {
    return unit >= '0' && unit <= '9';
  }

  private static boolean isDigit(char[] chars, int at) {
    return (CharClass.of(Character.codePointAt(chars, at)) & CharClass.DIGIT) != 0;
  }
}
