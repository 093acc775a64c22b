package dev.sluice.operators.clean;

import dev.sluice.operators.Arguments;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.ValueType;
import dev.sluice.operators.text.CharClass;
import dev.sluice.operators.text.CharRange;
import dev.sluice.operators.text.Cut;
import dev.sluice.operators.text.LowerCase;
import dev.sluice.operators.text.Sentences;
import java.util.HashSet;
import java.util.Set;

/** Implements {@code repeated-sentences}. */
final class RepeatedSentenceCleaner {
  private static final OperatorTexts TEXTS = OperatorTexts.of("repeated-sentences");
  private static final Parameter<Boolean> ANY_CASE = TEXTS.flag("any-case", false);
  private static final Parameter<Boolean> ANY_MARKS = TEXTS.flag("any-marks", true);
  private static final Parameter<Integer> MIN_LENGTH =
      TEXTS.parameter("min-length", ValueType.whole(0, 1_000_000), "2");

  static final OperatorDescription DESCRIPTION =
      TEXTS.mapper(
          OperatorGroup.CLEAN,
          arguments -> text -> clean(text, arguments),
          ANY_CASE,
          ANY_MARKS,
          MIN_LENGTH);

  private RepeatedSentenceCleaner() {}

  private static String clean(String text, Arguments arguments) {
    boolean anyCase = arguments.value(ANY_CASE);
    boolean anyMarks = arguments.value(ANY_MARKS);
    int least = arguments.value(MIN_LENGTH);
    char[] chars = text.toCharArray();
    char[] counted = anyCase ? LowerCase.units(chars) : chars;
    Set<String> seen = new HashSet<>();
    Cut cut = new Cut(text);
    int line = 0;
    while (line < chars.length) {
      int lineEnd = line;
      while (lineEnd < chars.length && chars[lineEnd] != '\n') {
        lineEnd++;
      }
      int at = line;
      while (at < lineEnd) {
        int start = CharRange.stripStart(chars, at, lineEnd);
        int end = Sentences.end(chars, start, lineEnd);
        String key = key(counted, start, end, anyMarks);
        if (key.length() >= least && start < end && !seen.add(key)) {
          cut.replace(at, end, "");
        }
        at = end;
      }
      line = lineEnd + 1;
    }
    return cut.text();
  }

  private static String key(char[] chars, int from, int to, boolean anyMarks) {
    StringBuilder key = new StringBuilder(to - from);
    for (int i = from; i < to; i++) {
      boolean counts =
          !anyMarks
              || Character.isSurrogate(chars[i])
              || (CharClass.ofUnit(chars[i]) & (CharClass.LETTER | CharClass.NUMBER)) != 0;
      if (counts) {
        key.append(chars[i]);
      }
    }
    return key.toString();
  }
}
