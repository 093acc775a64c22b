package dev.sluice.operators.normalise;

import dev.sluice.operators.Arguments;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.StringMapper;
import dev.sluice.operators.ValueType;
import dev.sluice.operators.text.CharClass;
import java.util.Optional;

/** {@code dates}. */
final class DateMapper {
  private static final Parameter<String> REPLACEMENT =
      Parameter.of(
          "replacement",
          ValueType.prose(),
          "iso",
          "`iso`: write the date as `2024-01-31`. Any other text replaces the date, such"
              + " as `<DATE>`.");
  private static final Parameter<SlashOrder> SLASHES =
      Parameter.of(
          "slashes",
          ValueType.oneOf(SlashOrder.class),
          "leave",
          "How to read `3/4/2024`. Has no effect if one number is above 12.");
  private static final String ISO = "iso";

  private DateMapper() {}

  static OperatorDescription description() {
    return OperatorDescription.of(
            OperatorGroup.NORMALISE,
            "dates",
            "Converts common date formats to one format or one placeholder.")
        .rule(
            "Recognises `2024-1-31`, `2024/1/31`, `2024.1.31`, `31.1.2024`, `1/31/2024`,"
                + " `January 31, 2024`, `Jan. 31st 2024`, `31 January 2024` and"
                + " `2024\u5E741\u670831\u65E5`, with a year from 1000 to 9999, a valid day,"
                + " English month names, and no adjacent letter or digit except ideographs and"
                + " kana.")
        .reference("the 7B corpus preprocessing guide, 3.1")
        .example("{replacement: <DATE>}")
        .parameters(REPLACEMENT, SLASHES)
        .making(DateMapper::make);
  }

  private static StringMapper make(Arguments arguments) {
    String replacement = arguments.value(REPLACEMENT);
    SlashOrder order = arguments.value(SLASHES);
    return new StringMapper(text -> replace(text, replacement, order));
  }

  private static String replace(String text, String replacement, SlashOrder order) {
    StringBuilder replaced = new StringBuilder();
    DateReader reader = new DateReader(text, order);
    int copied = 0;
    int at = 0;
    while (at < text.length()) {
      if (isWordUnit(text.charAt(at))) {
        Optional<DateReader.Found> found = reader.at(at);
        if (found.isPresent()) {
          String date = replacement.equals(ISO) ? found.get().date().toString() : replacement;
          replaced.append(text, copied, at).append(date);
          copied = found.get().end();
          at = copied;
        } else {
          at = wordEnd(text, at);
        }
      } else {
        at++;
      }
    }
    return copied == 0 ? text : replaced.append(text, copied, text.length()).toString();
  }

  private static int wordEnd(String text, int from) {
    int at = from;
    while (at < text.length() && isWordUnit(text.charAt(at))) {
      at++;
    }
    return at;
  }

  /** Whether it belongs to a word; ideographs and kana stand next to dates without a space. */
  static boolean isWordUnit(char unit) {
    int bits = CharClass.ofUnit(unit);
    return (bits & (CharClass.LETTER | CharClass.NUMBER)) != 0 && (bits & CharClass.IDEOGRAPH) == 0;
  }

  /** What two numbers with slashes are. */
  enum SlashOrder {
    /** Unclear ones stay. */
    LEAVE,
    /** As in the United States. */
    MONTH_FIRST,
    /** As nearly everywhere else. */
    DAY_FIRST
  }
}
