package dev.sluice.operators;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The immutable text of a document with its analyses (words, lines, ...). An analysis is computed
 * when the first operator needs it and kept for the following ones, so twenty filters tokenize a
 * text once.
 *
 * <p>Memory: the string (1 or 2 bytes per character) and the requested analyses, first of all the
 * array of UTF-16 units (2 bytes), each a documented multiple of the length. Not thread-safe: a
 * text belongs to the thread that processes its document.
 */
public final class Text {
  private static final int MOST_BYTES_A_UNIT = 3;
  private static final Analysis<char[]> CHARS = Analysis.by(text -> text.string().toCharArray());

  private final String string;
  private final Map<Analysis<?>, Object> analyses = new IdentityHashMap<>();

  private Text(String string) {
    this.string = Objects.requireNonNull(string, "string");
  }

  /** A text without lone surrogates. */
  public static Text of(String string) {
    return new Text(string);
  }

  /** Decodes well-formed UTF-8; anything else becomes U+FFFD. */
  public static Text ofUtf8(byte[] bytes, int offset, int length) {
    return new Text(new String(bytes, offset, length, UTF_8));
  }

  /** The text as a string. */
  public String string() {
    return string;
  }

  /** The UTF-16 units. Shared, not a copy: must not be modified. */
  public char[] chars() {
    return analysis(CHARS);
  }

  /** The number of UTF-16 units. */
  public int length() {
    return string.length();
  }

  /** The text in UTF-8; encoded on each call. */
  public byte[] utf8() {
    return string.getBytes(UTF_8);
  }

  /**
   * Whether the text in UTF-8 is larger than a number of bytes. Counts only if the length does not
   * decide it.
   */
  public boolean isLargerThan(long bytes) {
    if (string.length() > bytes || MOST_BYTES_A_UNIT * (long) string.length() <= bytes) {
      return string.length() > bytes;
    }
    return utf8().length > bytes;
  }

  /** The result of an analysis; computed once. */
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
