package dev.sluice.algorithms.words;

import static java.util.Objects.requireNonNull;

/**
 * Cuts text into words by one of the published patterns, with scanners over the bytes instead of
 * the regular expressions; the words are the same, by the letters, numbers and white space of
 * Unicode 16.0. Words tile the text: nothing is left out or added.
 *
 * <p>Text must be valid UTF-8; otherwise the words still tile it, but where they end is not
 * specified. Linear in the text; nothing is allocated. Immutable, for any number of threads.
 */
public final class PreTokenizer {
  private final SplitPattern pattern;
  private final boolean digitsApart;
  private final WordScanner scanner;

  /**
   * @param pattern what a word is
   * @param digitsApart whether every digit (any code point of {@code \p{N}}) is a word of its own
   */
  public PreTokenizer(SplitPattern pattern, boolean digitsApart) {
    this.pattern = requireNonNull(pattern, "pattern");
    this.digitsApart = digitsApart;
    this.scanner = scanner(pattern, digitsApart);
  }

  /** Hands the words of the text to the sink, in order. An empty text has none. */
  public void split(byte[] text, int offset, int length, WordConsumer sink) {
    int end = offset + length;
    int at = offset;
    while (at < end) {
      int next = scanner.next(text, at, end);
      sink.add(text, at, next - at);
      at = next;
    }
  }

  /** What a word is. */
  public SplitPattern pattern() {
    return pattern;
  }

  /** Whether every digit is a word of its own. */
  public boolean digitsApart() {
    return digitsApart;
  }

  /**
   * The regular expression that cuts the same words: understood alike by tiktoken and by the {@code
   * Split} of HF {@code tokenizers}.
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
