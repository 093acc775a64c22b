package dev.sluice.core.gauge;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Optional;

/**
 * A document that was dropped or rejected.
 *
 * @param id at most {@value #MOST_CHARS} characters; bytes that are not UTF-8 are replaced
 * @param file path of its source file, relative to the input
 * @param row number of the row in the file, from 0
 * @param text beginning of the text, cut and replaced like the id; empty if the text was not
 *     available
 */
public record DropExample(String id, String file, long row, Optional<String> text) {
  /** The maximum number of characters kept of a text or an id. */
  public static final int MOST_CHARS = 200;

  private static final int MOST_BYTES_OF_A_CHAR = 4;

  /** Creates an example without text. */
  public static DropExample of(byte[] id, String file, long row) {
    return new DropExample(beginning(id, 0, id.length), file, row, Optional.empty());
  }

  /** Returns the example with the beginning of its text. */
  public DropExample withText(byte[] bytes, int offset, int length) {
    return new DropExample(id, file, row, Optional.of(beginning(bytes, offset, length)));
  }

  private static String beginning(byte[] bytes, int offset, int length) {
    int examined = Math.min(length, MOST_CHARS * MOST_BYTES_OF_A_CHAR);
    String text = new String(bytes, offset, examined, UTF_8);
    return text.substring(
        0, text.offsetByCodePoints(0, Math.min(MOST_CHARS, text.codePointCount(0, text.length()))));
  }
}
