package dev.sluice.jobs.documents;

import java.util.Objects;

/**
 * Why a row has no usable document.
 *
 * @param reason one of the constants here
 * @param message with the value seen and the values allowed
 */
public record RowProblem(String reason, String message) {
  /** The text is null. */
  public static final String NULL_TEXT = "null_text";

  /** The text is not UTF-8. */
  public static final String INVALID_TEXT = "invalid_text";

  /** The text, or the whole row, exceeds the limit. */
  public static final String TOO_LARGE = "too_large";

  /** The row is not a JSON object, or its text is not a string. */
  public static final String INVALID_JSON = "invalid_json";

  /** The row has a column already that would be added. */
  public static final String COLUMN_PRESENT = "column_present";

  /** Checks that everything is there. */
  public RowProblem {
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(message, "message");
  }

  static RowProblem present(String column) {
    return new RowProblem(
        COLUMN_PRESENT,
        "the object has a field %s already: give the scores another name (column: NAME)"
            .formatted(column));
  }

  static RowProblem tooLarge(long bytes, DocumentColumns columns) {
    return new RowProblem(
        TOO_LARGE,
        "a text of %,d bytes: at most %,d are allowed (--max-document-size)"
            .formatted(bytes, columns.maxBytes()));
  }
}
