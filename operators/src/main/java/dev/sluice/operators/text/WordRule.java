package dev.sluice.operators.text;

import dev.sluice.operators.OperatorTexts;
import dev.sluice.operators.Parameter;
import dev.sluice.operators.ValueType;

/** The definition of a word. */
public enum WordRule {
  /**
   * The segments of Unicode annex 29, with ICU's dictionaries for Chinese, Japanese, Thai, Lao,
   * Khmer and Burmese. Punctuation marks are tokens; a word is a token with a letter or digit.
   */
  UNICODE,
  /** Parts between white space, as Python's {@code str.split}; every token is a word. */
  WHITESPACE;

  /** The parameter of all operators that count words. */
  public static final Parameter<WordRule> WORDS =
      OperatorTexts.SHARED.parameter("words", ValueType.oneOf(WordRule.class), "unicode");
}
