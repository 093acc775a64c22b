package dev.sluice.operators.clean;

import dev.sluice.operators.Arguments;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.StringMapper;
import dev.sluice.operators.ValueType;
import dev.sluice.operators.text.CharClass;
import dev.sluice.operators.text.CharRange;
import dev.sluice.operators.text.Cut;
import dev.sluice.operators.text.LowerCase;
import dev.sluice.operators.text.Sentences;
import java.util.HashSet;
import java.util.Set;

/** {@code repeated-sentences}. */
final class RepeatedSentenceCleaner {
  private static final Parameter<Boolean> ANY_CASE =
      Parameter.of("any-case", ValueType.flag(), "false", "Ignore case when comparing sentences.");
  private static final Parameter<Boolean> ANY_MARKS =
      Parameter.of(
          "any-marks",
          ValueType.flag(),
          "true",
          "Ignore whitespace and all other characters except letters and numbers when"
              + " comparing sentences.");
  private static final Parameter<Integer> MIN_LENGTH =
      Parameter.of(
          "min-length",
          ValueType.whole(0, 1_000_000),
          "2",
          "Always keep sentences with fewer characters (letters and numbers, with"
              + " `any-marks`).");

  private RepeatedSentenceCleaner() {}

  static OperatorDescription description() {
    return OperatorDescription.of(
            OperatorGroup.CLEAN, "repeated-sentences", "Deletes repeated sentences.")
        .rule(
            "A sentence ends at a line feed, after `.`, `?` or `!` before whitespace, or"
                + " after any other of 159 sentence-ending characters of other scripts. The first"
                + " of equal sentences and all line feeds are kept. Holds all distinct sentences"
                + " in memory.")
        .reference(
            "the 7B corpus preprocessing guide, 3.2; Data-Juicer `remove_repeat_sentences_mapper`")
        .example("{min-length: 10}")
        .parameters(ANY_CASE, ANY_MARKS, MIN_LENGTH)
        .making(arguments -> new StringMapper(text -> clean(text, arguments)));
  }

  private static String clean(String text, Arguments arguments) {
    boolean anyCase = arguments.value(ANY_CASE);
    boolean anyMarks = arguments.value(ANY_MARKS);
    int least = arguments.value(MIN_LENGTH);
    char[] chars = text.toCharArray();
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
        String key = key(chars, start, end, anyCase, anyMarks);
        if (key.length() >= least && start < end && !seen.add(key)) {
          cut.replace(at, end, "");
        }
        at = end;
      }
      line = lineEnd + 1;
    }
    return cut.text();
  }

  private static String key(char[] chars, int from, int to, boolean anyCase, boolean anyMarks) {
    StringBuilder key = new StringBuilder(to - from);
    for (int i = from; i < to; i++) {
      boolean counts =
          !anyMarks
              || Character.isSurrogate(chars[i])
              || (CharClass.ofUnit(chars[i]) & (CharClass.LETTER | CharClass.NUMBER)) != 0;
      if (counts) {
        key.append(anyCase ? LowerCase.of(chars[i]) : chars[i]);
      }
    }
    return key.toString();
  }
}
