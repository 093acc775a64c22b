package dev.sluice.operators.text;

import dev.sluice.operators.Analysis;
import dev.sluice.operators.Text;
import java.util.Arrays;

/**
 * The tokens of a text in order. Tokens are words and, with {@link WordRule#UNICODE}, punctuation
 * marks. Immutable once built. Memory: 13 bytes per token.
 */
public final class Words {
  private static final WordRule.Analyses<Words> ALL =
      WordRule.analyses(
          (text, rule) ->
              rule == WordRule.UNICODE
                  ? new UnicodeWordScanner(text.chars()).scan()
                  : betweenSpaces(text));
  private static final Analysis<Integer> WHITESPACE_COUNT = Analysis.by(Words::countBetweenSpaces);

  private static final byte HAS_LETTER = 1;
  private static final byte IS_WORD = 2;
  private static final byte BEYOND_SYMBOLS = 4;

  private int count;
  private int words;
  private int[] starts;
  private int[] ends;
  private int[] lengths;
  private byte[] flags;

  /** Creates an empty list with capacity for a typical text of this length. */
  Words(int textLength) {
    int expected = textLength / 5 + 8;
    starts = new int[expected];
    ends = new int[expected];
    lengths = new int[expected];
    flags = new byte[expected];
  }

  /** Returns the tokens of a text by a rule. */
  public static Words of(Text text, WordRule rule) {
    return ALL.of(text, rule);
  }

  private static Words betweenSpaces(Text text) {
    char[] chars = text.chars();
    Words words = new Words(chars.length);
    int at = CharRange.stripStart(chars, 0, chars.length);
    while (at < chars.length) {
      int start = at;
      while (at < chars.length && !CharClass.isSpace(chars[at])) {
        at++;
      }
      words.add(chars, start, at, true);
      at = CharRange.stripStart(chars, at, chars.length);
    }
    return words;
  }

  /** Returns the number of words between white space, without storing them. */
  private static int countBetweenSpaces(Text text) {
    int words = 0;
    int before = 1; // whether the previous character is white space
    for (char unit : text.chars()) {
      int space = CharClass.isSpace(unit) ? 1 : 0;
      words += before & ~space;
      before = space;
    }
    return words;
  }

  /** Returns the number of words. Tokens are computed only if necessary. */
  public static int count(Text text, WordRule rule) {
    return rule == WordRule.UNICODE ? of(text, rule).words() : text.analysis(WHITESPACE_COUNT);
  }

  /** Returns the number of tokens. */
  public int count() {
    return count;
  }

  /** Returns the number of tokens that are words. */
  public int words() {
    return words;
  }

  /** Returns the start of token {@code i} in UTF-16 units. */
  public int start(int i) {
    return starts[i];
  }

  /** Returns the end of token {@code i} in UTF-16 units, exclusive. */
  public int end(int i) {
    return ends[i];
  }

  /** Returns the number of code points in token {@code i}. */
  public int length(int i) {
    return lengths[i];
  }

  /** Returns whether token {@code i} is a word. */
  public boolean isWord(int i) {
    return (flags[i] & IS_WORD) != 0;
  }

  /** Returns whether token {@code i} has a letter. */
  public boolean hasLetter(int i) {
    return (flags[i] & HAS_LETTER) != 0;
  }

  /** Returns whether token {@code i} has a character that is not a {@link CharClass#SYMBOL}. */
  public boolean isMoreThanSymbols(int i) {
    return (flags[i] & BEYOND_SYMBOLS) != 0;
  }

  /**
   * Adds a token. A token of symbols directly after symbols is merged into the previous token.
   *
   * @param any the bits that any of its characters has
   * @param all the bits that all of its characters have
   * @param always whether it is a word even without a letter or digit
   */
  private void add(int start, int end, int length, int any, int all, boolean always) {
    boolean symbols = (all & CharClass.SYMBOL) != 0 && !always;
    if (symbols && count > 0 && ends[count - 1] == start && flags[count - 1] == 0) {
      ends[count - 1] = end;
      lengths[count - 1] += length;
      return;
    }
    if (count == starts.length) {
      grow();
    }
    boolean word = always || (any & (CharClass.LETTER | CharClass.NUMBER)) != 0;
    starts[count] = start;
    ends[count] = end;
    lengths[count] = length;
    flags[count] =
        (byte)
            (((any & CharClass.LETTER) != 0 ? HAS_LETTER : 0)
                | (word ? IS_WORD : 0)
                | ((all & CharClass.SYMBOL) == 0 ? BEYOND_SYMBOLS : 0));
    words += word ? 1 : 0;
    count++;
  }

  /** Adds a token, unless it is white space. */
  void add(char[] chars, int start, int end, boolean always) {
    int any = 0;
    int all = -1;
    int length = 0;
    for (int at = start; at < end; length++) {
      int codePoint = CharClass.codePointAt(chars, at, end);
      int bits = CharClass.of(codePoint);
      any |= bits;
      all &= bits;
      at += Character.charCount(codePoint);
    }
    if ((all & CharClass.SPACE) == 0) {
      add(start, end, length, any, all, always);
    }
  }

  /** Adds a word of letters of the first plane. */
  void addLetters(int start, int end) {
    if (count == starts.length) {
      grow();
    }
    starts[count] = start;
    ends[count] = end;
    lengths[count] = end - start;
    flags[count++] = HAS_LETTER | IS_WORD | BEYOND_SYMBOLS;
    words++;
  }

  /** Removes all tokens from this index on. */
  void cutTo(int tokens) {
    for (int i = tokens; i < count; i++) {
      words -= isWord(i) ? 1 : 0;
    }
    count = tokens;
  }

  private void grow() {
    int size = count + count / 2 + 8;
    starts = Arrays.copyOf(starts, size);
    ends = Arrays.copyOf(ends, size);
    lengths = Arrays.copyOf(lengths, size);
    flags = Arrays.copyOf(flags, size);
  }
}
