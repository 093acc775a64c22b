package dev.sluice.operators;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The text of a document, and what has been found out about it: an analysis (its words, its lines)
 * is made when the first operator asks for it and kept for those that follow, so that twenty
 * filters cut a text into words once. The text itself never changes.
 *
 * <p>Memory: the string (1 or 2 bytes a character), and the analyses that were asked for, the array
 * of its units (2 bytes) first of all, each a stated multiple of the length. Not thread-safe: a
 * text belongs to the thread that works on its document.
 */
public final class Text {
  private static final int MOST_BYTES_A_UNIT = 3;
  private static final Analysis<char[]> CHARS = Analysis.by(text -> text.string().toCharArray());

  private final String string;
  private final Map<Analysis<?>, Object> analyses = new IdentityHashMap<>();

  private Text(String string) {
    this.string = Objects.requireNonNull(string, "string");
  }

  /** The text of a string without lone surrogates. */
  public static Text of(String string) {
    return new Text(string);
  }

  /**
   * The text of bytes that are well-formed UTF-8 (see {@link dev.sluice.core.Utf8#isWellFormed});
   * what is not becomes U+FFFD.
   */
  public static Text ofUtf8(byte[] bytes, int offset, int length) {
    return new Text(new String(bytes, offset, length, UTF_8));
  }

  /** The text as a string. */
  public String string() {
    return string;
  }

  /** The UTF-16 units. Shared, not a copy: nobody may write to it. */
  public char[] chars() {
    return analysis(CHARS);
  }

  /** The number of UTF-16 units. */
  public int length() {
    return string.length();
  }

  /** The text as UTF-8, made anew with every call. */
  public byte[] utf8() {
    return string.getBytes(UTF_8);
  }

  /** Whether it takes more than so many bytes in UTF-8. Looks at texts that are near it alone. */
  public boolean isLargerThan(long bytes) {
    if (string.length() > bytes || MOST_BYTES_A_UNIT * (long) string.length() <= bytes) {
      return string.length() > bytes;
    }
    return utf8().length > bytes;
  }

  /** What an analysis finds; computed once. */
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
