package dev.sluice.operators.text;

/** The definition of a word. */
public enum WordRule {
  /**
   * The segments of Unicode annex 29, with ICU's dictionaries for Chinese, Japanese, Thai, Lao,
   * Khmer and Burmese. Punctuation marks are tokens; a word is a token with a letter or digit.
   */
  UNICODE,
  /** Parts between white space, as Python's {@code str.split}; every token is a word. */
  WHITESPACE
}
