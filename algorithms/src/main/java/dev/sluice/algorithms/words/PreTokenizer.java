package dev.sluice.algorithms.words;

import static dev.sluice.algorithms.words.CodePointClasses.CLASS_MASK;
import static dev.sluice.algorithms.words.CodePointClasses.NUMBER;
import static dev.sluice.algorithms.words.CodePointClasses.SIZE_SHIFT;
import static dev.sluice.algorithms.words.CodePointClasses.SPACE;
import static java.util.Objects.requireNonNull;

/**
 * Splits text into words by one of the published patterns, with hand-written scanners instead of
 * regular expressions. The words are the same as with the expressions, given the letters, numbers
 * and white space of Unicode 16.0. Words cover the text completely: nothing is omitted or added.
 *
 * <p>Text must be valid UTF-8; otherwise, words still cover the text, but their boundaries are
 * unspecified. Linear time, no allocation. Immutable and thread-safe.
 */
public final class PreTokenizer {
  private final SplitPattern pattern;
  private final boolean digitsApart;
  private final WordScanner scanner;

  /**
   * @param pattern defines the words
   * @param digitsApart whether each digit (each code point of {@code \p{N}}) is a separate word
   */
  public PreTokenizer(SplitPattern pattern, boolean digitsApart) {
    this.pattern = requireNonNull(pattern, "pattern");
    this.digitsApart = digitsApart;
    this.scanner = scanner(pattern, digitsApart);
  }

  /** Passes the words of a text to the sink, in order. An empty text has none. */
  public void split(byte[] text, int offset, int length, WordConsumer sink) {
    int end = offset + length;
    int at = offset;
    while (at < end) {
      int next = scanner.next(text, at, end);
      sink.add(text, at, next - at);
      at = next;
    }
  }

  /** Returns the pattern that defines the words. */
  public SplitPattern pattern() {
    return pattern;
  }

  /** Returns whether each digit is a separate word. */
  public boolean digitsApart() {
    return digitsApart;
  }

  /**
   * Returns a regular expression that finds these words. It is valid for both tiktoken and the
   * {@code Split} of HF {@code tokenizers}.
   */
  public String regex() {
    return pattern.regex(digitsApart);
  }

  private static WordScanner scanner(SplitPattern pattern, boolean digitsApart) {
    switch (pattern) {
      case GPT2:
        return new Gpt2Scanner(digitsApart);
      case CL100K:
        return new Cl100kScanner(digitsApart);
      default:
        return new WhitespaceScanner(digitsApart);
    }
  }

  /** Receives the words of a text in order. */
  @FunctionalInterface
  public interface WordConsumer {
    /**
     * Receives a word. The bytes may change after the call returns.
     *
     * @param text array that contains the word
     * @param offset start of the word
     * @param length the length in bytes, at least 1
     */
    void add(byte[] text, int offset, int length);
  }

  /** Finds the words of one pattern. Stateless. */
  @FunctionalInterface
  interface WordScanner {
    /**
     * Returns the end of the word that starts at {@code at}. It is more than {@code at} and at most
     * {@code end}. Text before {@code at} has no influence; {@code end} is the end of the text.
     */
    int next(byte[] text, int at, int end);
  }

  /**
   * The patterns that split text into words before merges are learned or applied. Words of any
   * pattern cover the text completely.
   */
  public enum SplitPattern {
    /**
     * The pattern of GPT-2, which separates contractions, letters, numbers and other characters. A
     * word includes the space before it.
     */
    GPT2(
        "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+",
        "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+"),

    /**
     * The pattern of GPT-4, {@code cl100k_base}, as tiktoken has published it since 0.8.0. Splits
     * numbers into groups of three; line breaks end a word. White space at the end of a text is one
     * word, even with line breaks in it.
     */
    CL100K(
        "'(?i:[sdmt]|ll|ve|re)|[^\\r\\n\\p{L}\\p{N}]?+\\p{L}++|\\p{N}{1,3}"
            + "| ?[^\\s\\p{L}\\p{N}]++[\\r\\n]*+|\\s++$|\\s*[\\r\\n]|\\s+(?!\\S)|\\s",
        "'(?i:[sdmt]|ll|ve|re)|[^\\r\\n\\p{L}\\p{N}]?+\\p{L}++|\\p{N}"
            + "| ?[^\\s\\p{L}\\p{N}]++[\\r\\n]*+|\\s++$|\\s*[\\r\\n]|\\s+(?!\\S)|\\s"),

    /** Splits only at white space. Each word includes the space before it. */
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

  /** Implements {@link SplitPattern#WHITESPACE} without a regular expression. */
  static final class WhitespaceScanner implements WordScanner {
    /**
     * A class that ends a word, in addition to white space; equal to white space if digits are not
     * separated.
     */
    private final int apart;

    WhitespaceScanner(boolean digitsApart) {
      this.apart = digitsApart ? NUMBER : SPACE;
    }

    @Override
    public int next(byte[] text, int at, int end) {
      int found = CodePointClasses.at(text, at, end);
      int kind = found & CLASS_MASK;
      int rest = at + (found >> SIZE_SHIFT);
      if (kind != SPACE) {
        return kind == apart ? rest : Runs.ofNeither(SPACE, apart, text, rest, end);
      }
      if (text[at] == ' ') {
        int word = Runs.ofNeither(SPACE, apart, text, rest, end);
        if (word > rest) {
          return word;
        }
      }
      return Runs.spaces(text, at, end);
    }
  }
}
