package dev.sluice.operators;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The immutable text of a document, with its analyses, such as words and lines. An analysis is
 * computed when the first operator needs it and kept for the following operators, so twenty filters
 * tokenize a text only once.
 *
 * <p>Memory: the string (1 or 2 bytes per character), the array of UTF-16 units (2 bytes per
 * character) and the other requested analyses, each of which documents its memory as a multiple of
 * the length. Not thread-safe: a text belongs to the thread that processes its document.
 */
public final class Text {
  private static final int MOST_BYTES_A_UNIT = 3;
  private static final Analysis<char[]> CHARS = Analysis.by(text -> text.string().toCharArray());

  private final String string;
  private final Map<Analysis<?>, Object> analyses = new IdentityHashMap<>();

  private Text(String string) {
    this.string = Objects.requireNonNull(string, "string");
  }

  /** Creates a text from a string. The string must not have lone surrogates. */
  public static Text of(String string) {
    return new Text(string);
  }

  /** Decodes UTF-8. Malformed sequences become U+FFFD. */
  public static Text ofUtf8(byte[] bytes, int offset, int length) {
    return new Text(new String(bytes, offset, length, UTF_8));
  }

  /** Returns the text as a string. */
  public String string() {
    return string;
  }

  /** Returns the UTF-16 units. The array is shared and must not be modified. */
  public char[] chars() {
    return analysis(CHARS);
  }

  /** Returns the number of UTF-16 units. */
  public int length() {
    return string.length();
  }

  /** Encodes the text in UTF-8. Each call encodes it again. */
  public byte[] utf8() {
    return string.getBytes(UTF_8);
  }

  /**
   * Returns whether the text has more than this many bytes in UTF-8. Counts the bytes only if the
   * length does not decide this.
   */
  public boolean isLargerThan(long bytes) {
    if (string.length() > bytes || MOST_BYTES_A_UNIT * (long) string.length() <= bytes) {
      return string.length() > bytes;
    }
    return utf8().length > bytes;
  }

  /** Returns the result of an analysis. It is computed once. */
  @SuppressWarnings("unchecked") // each key is put with what its own function returned
  public <T> T analysis(Analysis<T> analysis) {
    Object known = analyses.get(analysis);
    if (known == null) {
      known = analysis.compute(this);
      analyses.put(analysis, known);
    }
    return (T) known;
  }
}
