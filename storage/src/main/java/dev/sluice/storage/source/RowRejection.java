package dev.sluice.storage.source;

import dev.sluice.core.Outcome;
import java.util.Objects;

/**
 * The reason why a row is rejected regardless of the rules. It is not a valid row, or its values
 * cannot be used.
 *
 * @param outcome {@link Outcome#INVALID_ROW} if it is not a valid row, else {@link
 *     Outcome#REJECTED}
 * @param reason names the counter below {@link Outcome#REJECTED}; empty for an invalid row
 * @param message states what was seen and what is allowed
 */
public record RowRejection(Outcome outcome, String reason, String message) {
  /** The row exceeds the maximum size of a row. */
  public static final String OVERSIZE_ROW = "oversize_row";

  /** The columns that the row carries along are too large. */
  public static final String OVERSIZE_COLUMNS = "oversize_columns";

  /** A column that the row carries along cannot hold its value. */
  public static final String COLUMN_TYPE = "column_type";

  /** The filter cannot compare a value of this kind. */
  public static final String FILTER_TYPE = "filter_type";

  /** Requires all components. */
  public RowRejection {
    Objects.requireNonNull(outcome, "outcome");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(message, "message");
  }

  /** Returns the rejection of a row of which some value cannot be used. */
  static RowRejection of(String reason, String message) {
    return new RowRejection(Outcome.REJECTED, reason, message);
  }

  /** Returns the rejection of something that is not a valid row. */
  static RowRejection invalid(String message) {
    return new RowRejection(Outcome.INVALID_ROW, "", message);
  }
}
