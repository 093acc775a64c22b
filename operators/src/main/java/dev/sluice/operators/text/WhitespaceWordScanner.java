package dev.sluice.operators.text;

import dev.sluice.operators.Text;

/** Splits a text at white space. */
final class WhitespaceWordScanner {
  private WhitespaceWordScanner() {}

  static Words scan(Text text) {
    char[] chars = text.chars();
    Words words = new Words(chars.length);
    int at = 0;
    while (at < chars.length) {
      if (CharClass.isSpace(chars[at])) {
        at++;
      } else {
        at = word(chars, at, words);
      }
    }
    return words;
  }

  /** The number of words, without storing them. */
  static int count(Text text) {
    int words = 0;
    int before = 1; // whether white space is before this character
    for (char unit : text.chars()) {
      int space = CharClass.isSpace(unit) ? 1 : 0;
      words += before & ~space;
      before = space;
    }
    return words;
  }

  private static int word(char[] chars, int start, Words words) {
    int any = 0;
    int all = -1;
    int length = 0;
    int at = start;
    while (at < chars.length && !CharClass.isSpace(chars[at])) {
      int codePoint = CharClass.codePointAt(chars, at, chars.length);
      int bits = CharClass.of(codePoint);
      any |= bits;
      all &= bits;
      at += Character.charCount(codePoint);
      length++;
    }
    words.add(start, at, length, any, all, true);
    return at;
  }
}
