package dev.sluice.algorithms.words;

/**
 * How text is cut into words before merges are learned or applied. Every pattern tiles the text:
 * the words one after the other are the text.
 */
public enum SplitPattern {
  /** GPT-2: contractions, letters, numbers and other signs apart, each with the space before it. */
  GPT2(
      "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+",
      "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+"),

  /**
   * GPT-4, {@code cl100k_base} as tiktoken publishes it since 0.8.0 (white space at the end of a
   * text is one word, even with line breaks in it): numbers in threes, line breaks end a word.
   */
  CL100K(
      "'(?i:[sdmt]|ll|ve|re)|[^\\r\\n\\p{L}\\p{N}]?+\\p{L}++|\\p{N}{1,3}"
          + "| ?[^\\s\\p{L}\\p{N}]++[\\r\\n]*+|\\s++$|\\s*[\\r\\n]|\\s+(?!\\S)|\\s",
      "'(?i:[sdmt]|ll|ve|re)|[^\\r\\n\\p{L}\\p{N}]?+\\p{L}++|\\p{N}"
          + "| ?[^\\s\\p{L}\\p{N}]++[\\r\\n]*+|\\s++$|\\s*[\\r\\n]|\\s+(?!\\S)|\\s"),

  /** White space alone: what stands between it, with the space before it. */
  WHITESPACE(" ?\\S+|\\s+(?!\\S)|\\s+", " ?[^\\s\\p{N}]+|\\p{N}|\\s+(?!\\S)|\\s+");

  private final String regex;
  private final String regexOfDigitsApart;

  SplitPattern(String regex, String regexOfDigitsApart) {
    this.regex = regex;
    this.regexOfDigitsApart = regexOfDigitsApart;
  }

  String regex(boolean digitsApart) {
    return digitsApart ? regexOfDigitsApart : regex;
  }
}
