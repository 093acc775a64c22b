package dev.sluice.operators.filter;

import dev.sluice.operators.Parameter;
import dev.sluice.operators.ValueType;
import dev.sluice.operators.text.WordRule;

/** The parameter that says what a word is, the same for all who count words. */
public final class WordParameter {
  /** {@code words}: what a word is. */
  public static final Parameter<WordRule> WORDS =
      Parameter.of(
          "words",
          ValueType.oneOf(WordRule.class),
          "unicode",
          "How to split words: by Unicode's rules and dictionaries, or at whitespace.");

  private WordParameter() {}
}
