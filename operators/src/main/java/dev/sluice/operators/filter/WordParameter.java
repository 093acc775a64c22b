package dev.sluice.operators.filter;

import dev.sluice.core.values.ValueType;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.text.WordRule;

/** The parameter that says what a word is, the same for all who count words. */
public final class WordParameter {
  /** {@code words}: what a word is. */
  public static final Parameter<WordRule> WORDS =
      Parameter.of(
          "words",
          ValueType.oneOf(WordRule.class),
          "unicode",
          "`unicode`: the segments of Unicode's annex 29, with dictionaries for Chinese, Japanese"
              + " and scripts of South East Asia; `whitespace`: what stands between white space.");

  private WordParameter() {}
}
