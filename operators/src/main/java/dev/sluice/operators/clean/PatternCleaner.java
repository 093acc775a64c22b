package dev.sluice.operators.clean;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorGroup;
import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.ValueType;

/** Implements {@code pattern}. */
final class PatternCleaner {
  private static final OperatorTexts TEXTS = OperatorTexts.of("pattern");
  private static final int LONGEST = 10_000;
  private static final Parameter<Pattern> PATTERN =
      TEXTS.required(
          "pattern",
          new ValueType<>(
              "a regular expression in RE2's syntax, of at most 10000 characters",
              PatternCleaner::compile,
              Pattern::pattern));
  private static final Parameter<String> REPLACEMENT = OperatorTexts.replacement("");

  static final OperatorDescription DESCRIPTION =
      TEXTS.mapper(
          OperatorGroup.CLEAN,
          arguments -> {
            Pattern pattern = arguments.value(PATTERN);
            String replacement = Matcher.quoteReplacement(arguments.value(REPLACEMENT));
            return text -> pattern.matcher(text).replaceAll(replacement);
          },
          PATTERN,
          REPLACEMENT);

  private PatternCleaner() {}

  private static Pattern compile(String text) {
    if (text.isEmpty() || text.length() > LONGEST) {
      throw new IllegalArgumentException("length " + text.length());
    }
    try {
      return Pattern.compile(text);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
