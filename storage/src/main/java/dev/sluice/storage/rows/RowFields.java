package dev.sluice.storage.rows;

import java.util.List;
import java.util.Optional;

/**
 * The fields of one row after the other: a text, and others by dotted path. Valid until the next
 * row, and as long as its bytes are unchanged. Not thread-safe.
 */
public interface RowFields {
  /** Moves to a row that a {@link RowSource} has returned: the bytes are not validated again. */
  void read(byte[] row, int offset, int length);

  /** Whether the text is null. */
  boolean isNull();

  /** Why there is no text that is valid UTF-8. */
  Optional<RowProblem> textProblem();

  /** Why there is no text that is valid UTF-8 and at most this large. */
  default Optional<RowProblem> textProblem(int maxBytes) {
    return length() > maxBytes
        ? Optional.of(RowProblem.tooLarge(length(), maxBytes))
        : textProblem();
  }

  /** Names of fields that there are beside the text, for messages; not all of many. */
  List<String> names();

  /** The array that holds the text. */
  byte[] buffer();

  /** Offset of the text in {@link #buffer}. */
  int offset();

  /** Length of the text in bytes; 0 if there is none. */
  int length();

  /**
   * Another field; empty if it is missing, null, or no single value.
   *
   * @param path one that was to be found; of a table, any
   */
  Optional<RowValue> value(String path);

  /** The text of that {@link #value}. */
  default Optional<String> valueText(String path) {
    return value(path).map(RowValue::text);
  }

  /** The elements of a field that is a list, as texts; empty if it is none. */
  Optional<List<String>> elements(String path);
}
