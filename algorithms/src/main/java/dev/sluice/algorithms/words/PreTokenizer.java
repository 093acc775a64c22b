package dev.sluice.algorithms.words;

import static java.util.Objects.requireNonNull;

/**
 * Splits text into words by one of the published patterns, with hand-written scanners instead of
 * regular expressions. The words are the same, with the letters, numbers and white space of Unicode
 * 16.0. Words cover the text completely: nothing is omitted or added.
 *
 * <p>Text must be valid UTF-8; otherwise words still cover it, but their boundaries are
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

  /** Defines the words. */
  public SplitPattern pattern() {
    return pattern;
  }

  /** Whether each digit is a separate word. */
  public boolean digitsApart() {
    return digitsApart;
  }

  /**
   * The regular expression with the same words, valid for both tiktoken and the {@code Split} of HF
   * {@code tokenizers}.
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
}
