package dev.sluice.operators.text;

/** What a word is. */
public enum WordRule {
  /**
   * The segments of Unicode's annex 29, with ICU's dictionaries for Chinese, Japanese, Thai, Lao,
   * Khmer and Burmese. Punctuation marks are tokens of their own; a word is a token with a letter
   * or a number.
   */
  UNICODE,
  /** What stands between white space, as Python's {@code str.split}; every token is a word. */
  WHITESPACE
}
