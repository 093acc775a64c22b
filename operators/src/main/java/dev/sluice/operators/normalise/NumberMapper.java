package dev.sluice.operators.normalise;

import com.ibm.icu.text.UnicodeSet;
import com.ibm.icu.text.UnicodeSet.SpanCondition;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.StringMapper;
import dev.sluice.operators.text.Cut;

/** {@code numbers}. */
final class NumberMapper {
  private static final OperatorTexts TEXTS = OperatorTexts.of("numbers");
  private static final Parameter<String> REPLACEMENT = OperatorTexts.replacement("<NUM>");

  private static final UnicodeSet DIGITS = new UnicodeSet("[:Nd:]").freeze();

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
    int at = DIGITS.span(text, SpanCondition.NOT_CONTAINED);
    while (at < text.length()) {
      int end = DIGITS.span(text, at, SpanCondition.CONTAINED);
      cut.replace(at, end, replacement);
      at = DIGITS.span(text, end, SpanCondition.NOT_CONTAINED);
    }
    return cut.text();
  }
}
