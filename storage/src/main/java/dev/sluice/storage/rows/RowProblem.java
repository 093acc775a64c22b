package dev.sluice.storage.rows;

import dev.sluice.core.Utf8;
import java.util.Objects;
import java.util.Optional;

/**
 * The reason why a row cannot be used.
 *
 * @param reason one of the constants here
 * @param message the message, with the value seen and the values allowed
 */
public record RowProblem(String reason, String message) {
  /** The text is null or missing. */
  public static final String NULL_TEXT = "null_text";

  /** The text is not UTF-8, or not a string. */
  public static final String INVALID_TEXT = "invalid_text";

  /** The text, or the whole row, exceeds the limit. */
  public static final String TOO_LARGE = "too_large";

  /** The row is not a JSON object. */
  public static final String INVALID_JSON = "invalid_json";

  /** The row already has a column that would be added. */
  public static final String COLUMN_PRESENT = "column_present";

  /** Requires all components. */
  public RowProblem {
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(message, "message");
  }

  /** Returns the problem of a text above the limit. */
  public static RowProblem tooLarge(long bytes, long allowed) {
    return new RowProblem(
        TOO_LARGE, "the text has %,d bytes; at most %,d are allowed".formatted(bytes, allowed));
  }

  /** Returns the problem of the bytes of a text, or empty if they are UTF-8. */
  public static Optional<RowProblem> ofText(byte[] bytes, int offset, int length) {
    return Utf8.isWellFormed(bytes, offset, length)
        ? Optional.empty()
        : Optional.of(new RowProblem(INVALID_TEXT, "the text is not UTF-8"));
  }

  /** Returns whether the text, or the whole row, exceeds the limit. */
  public boolean isTooLarge() {
    return reason.equals(TOO_LARGE);
  }

  /** Returns the message. */
  @Override
  public String toString() {
    return message;
  }
}
