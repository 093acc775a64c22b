package dev.sluice.operators.shingle;

/** What a shingle is a sequence of. */
public enum ShingleUnit {
  /**
   * {@link #WORDS}, and in scripts that write no spaces between words (Chinese characters, Kana,
   * Bopomofo, Yi, Tibetan, Thai, Lao, Khmer, Myanmar and their like) each letter by itself. The
   * same as {@link #WORDS} for texts without such letters, and as fast.
   */
  AUTO,
  /**
   * What stands between white space in a text that was simplified as datatrove does it: lower case,
   * numbers as {@code 0}, punctuation and control characters as white space, no nonspacing marks.
   * The fastest. Of scripts without spaces, what stands between two punctuation marks is one word.
   */
  WORDS,
  /**
   * The words of Unicode's annex 29 in lower case, with dictionaries for scripts without spaces;
   * punctuation marks are left out.
   */
  UNICODE_WORDS,
  /** The code points of the text as it is. */
  CHARACTERS
}
