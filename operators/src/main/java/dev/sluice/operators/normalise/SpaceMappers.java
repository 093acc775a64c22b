package dev.sluice.operators.normalise;

import static dev.sluice.operators.OperatorGroup.NORMALISE;

import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.ValueType;
import dev.sluice.operators.text.CharClass;

/** Mappers that change white space. */
final class SpaceMappers {
  private static final OperatorTexts WHITESPACE_TEXTS = OperatorTexts.of("whitespace");
  private static final OperatorTexts NEWLINES_TEXTS = OperatorTexts.of("newlines");
  private static final Parameter<Boolean> JOIN_LINES = WHITESPACE_TEXTS.flag("join-lines", false);
  private static final Parameter<Boolean> ZERO_WIDTH = WHITESPACE_TEXTS.flag("zero-width", false);
  private static final Parameter<Integer> MAX_BLANK =
      NEWLINES_TEXTS.parameter("max-blank-lines", ValueType.whole(0, 1_000_000), "1");

  private static final String WITHOUT_WIDTH = "\u200B\u200C\u200D\u2060\uFFFC\u0084";

  static final OperatorDescription WHITESPACE =
      WHITESPACE_TEXTS.mapper(
          NORMALISE,
          arguments -> {
            int kept = arguments.value(JOIN_LINES) ? 0 : CharClass.LINE_END;
            String others = arguments.value(ZERO_WIDTH) ? WITHOUT_WIDTH : "";
            return text -> collapse(text, kept, others);
          },
          JOIN_LINES,
          ZERO_WIDTH);

  static final OperatorDescription NEWLINES =
      NEWLINES_TEXTS.mapper(
          NORMALISE, arguments -> text -> feed(text, arguments.value(MAX_BLANK) + 1), MAX_BLANK);

  private SpaceMappers() {}

  private static String collapse(String text, int kept, String others) {
    StringBuilder line = new StringBuilder(text.length());
    boolean lineStart = true;
    boolean space = false;
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      int bits = CharClass.ofUnit(unit);
      if ((bits & kept) != 0) {
        line.append(unit);
        lineStart = true;
        space = false;
      } else if ((bits & CharClass.SPACE) != 0 || others.indexOf(unit) >= 0) {
        space = !lineStart;
      } else {
        line.append(space ? " " : "").append(unit);
        space = false;
        lineStart = false;
      }
    }
    return line.toString();
  }

  private static String feed(String text, int most) {
    StringBuilder fed = new StringBuilder(text.length());
    int feeds = 0;
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      if ((CharClass.ofUnit(unit) & CharClass.LINE_END) == 0) {
        fed.append(unit);
        feeds = 0;
        continue;
      }
      if (unit == '\r' && i + 1 < text.length() && text.charAt(i + 1) == '\n') {
        i++;
      }
      if (feeds++ < most) {
        fed.append('\n');
      }
    }
    return fed.toString();
  }
}
