package dev.sluice.algorithms.words;

/**
 * The patterns that split text into words before merges are learned or applied. Words of any
 * pattern cover the text completely.
 */
public enum SplitPattern {
  /**
   * GPT-2: separates contractions, letters, numbers and other characters, each with the space
   * before it.
   */
  GPT2(
      "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+",
      "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+"),

  /**
   * GPT-4: {@code cl100k_base} as published by tiktoken since 0.8.0. Splits numbers into groups of
   * three; line breaks end a word. White space at the end of a text is one word, even with line
   * breaks in it.
   */
  CL100K(
      "'(?i:[sdmt]|ll|ve|re)|[^\\r\\n\\p{L}\\p{N}]?+\\p{L}++|\\p{N}{1,3}"
          + "| ?[^\\s\\p{L}\\p{N}]++[\\r\\n]*+|\\s++$|\\s*[\\r\\n]|\\s+(?!\\S)|\\s",
      "'(?i:[sdmt]|ll|ve|re)|[^\\r\\n\\p{L}\\p{N}]?+\\p{L}++|\\p{N}"
          + "| ?[^\\s\\p{L}\\p{N}]++[\\r\\n]*+|\\s++$|\\s*[\\r\\n]|\\s+(?!\\S)|\\s"),

  /** Splits only at white space; each word includes the space before it. */
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
