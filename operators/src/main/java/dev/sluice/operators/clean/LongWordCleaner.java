package dev.sluice.operators.clean;

import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.Replacement;
import dev.sluice.operators.StringMapper;
import dev.sluice.operators.ValueType;
import dev.sluice.operators.text.CharClass;
import dev.sluice.operators.text.Cut;

/** {@code long-words}. */
final class LongWordCleaner {
  private static final Parameter<Integer> MAX =
      Parameter.of(
          "max", ValueType.whole(1, 1_000_000), "100", "Maximum length of a word in code points.");
  private static final Parameter<String> REPLACEMENT = Replacement.parameter("");

  private LongWordCleaner() {}

  static OperatorDescription description() {
    return OperatorDescription.of(
            OperatorGroup.CLEAN,
            "long-words",
            "Deletes overlong words, such as keys and encoded files.")
        .rule(
            "Words are separated by whitespace, ideographs and kana, so Chinese text is not"
                + " one long word.")
        .reference("Data-Juicer `remove_long_words_mapper`")
        .example("{max: 100}")
        .parameters(MAX, REPLACEMENT)
        .making(
            arguments -> {
              int max = arguments.value(MAX);
              String replacement = arguments.value(REPLACEMENT);
              return new StringMapper(text -> clean(text, max, replacement));
            });
  }

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
