package dev.sluice.app.peek;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Utf8;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * Formats bytes for JSON. Bytes that are valid UTF-8 become text, and other bytes become base64.
 */
final class BytesFormatter {
  private static final int TEXT_CODE_POINTS = 200;
  private static final int ROWS = 5;
  private static final int RAW_BYTES = 300;
  private static final String CUT = "…";

  private final boolean full;

  /**
   * Formats texts completely, or cuts them to a few hundred characters.
   *
   * @param full whether to show values completely instead of a few hundred characters
   */
  BytesFormatter(boolean full) {
    this.full = full;
  }

  /** Returns all rows, or only the first few if rows are cut. */
  <T> List<T> some(List<T> rows) {
    return full || rows.size() <= ROWS ? rows : rows.subList(0, ROWS);
  }

  /** Formats a key or a header. The result is its text, an object with its base64, or null. */
  Object text(byte[] bytes) {
    if (bytes == null) {
      return null;
    }
    return Utf8.isWellFormed(bytes, 0, bytes.length)
        ? cut(new String(bytes, UTF_8))
        : Map.of("base64", base64(bytes));
  }

  /**
   * Adds the fields {@code NAME_bytes} and {@code NAME} or {@code NAME_base64}, possibly truncated.
   */
  void addText(String name, byte[] bytes, Map<String, Object> fields) {
    fields.put(name + "_bytes", bytes.length);
    if (Utf8.isWellFormed(bytes, 0, bytes.length)) {
      fields.put(name, cut(new String(bytes, UTF_8)));
    } else {
      fields.put(name + "_base64", base64(bytes));
    }
  }

  /** Adds {@code raw_bytes}, {@code raw_base64} and, for UTF-8, {@code raw_text}. */
  void addRaw(byte[] bytes, Map<String, Object> fields) {
    fields.put("raw_bytes", bytes.length);
    fields.put("raw_base64", base64(bytes));
    if (Utf8.isWellFormed(bytes, 0, bytes.length)) {
      fields.put("raw_text", cut(new String(bytes, UTF_8)));
    }
  }

  private String cut(String text) {
    if (full || text.codePointCount(0, text.length()) <= TEXT_CODE_POINTS) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, TEXT_CODE_POINTS)) + CUT;
  }

  /** Truncates to a multiple of three bytes, so that the result can be decoded. */
  private String base64(byte[] bytes) {
    boolean whole = full || bytes.length <= RAW_BYTES;
    return Base64.getEncoder().encodeToString(whole ? bytes : Arrays.copyOf(bytes, RAW_BYTES));
  }
}
