package dev.sluice.storage.source;

import dev.sluice.core.Outcome;
import java.util.Objects;

/**
 * The reason why a row is rejected whatever the rules say: it is not a row, or its values cannot be
 * used.
 *
 * @param outcome {@link Outcome#INVALID_ROW} if there is no row, else {@link Outcome#REJECTED}
 * @param reason names the counter below the latter; empty of the former
 * @param message what was seen and what is allowed
 */
public record RowRejection(Outcome outcome, String reason, String message) {
  /** The row is larger than any may be. */
  public static final String OVERSIZE_ROW = "oversize_row";

  /** The columns that the row carries along are too large. */
  public static final String OVERSIZE_COLUMNS = "oversize_columns";

  /** A column that the row carries along cannot hold its value. */
  public static final String COLUMN_TYPE = "column_type";

  /** The filter cannot compare a value of this kind. */
  public static final String FILTER_TYPE = "filter_type";

  /** Requires all. */
  public RowRejection {
    Objects.requireNonNull(outcome, "outcome");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(message, "message");
  }

  /** A row of which something cannot be used. */
  static RowRejection of(String reason, String message) {
    return new RowRejection(Outcome.REJECTED, reason, message);
  }

  /** A rejection of something that is not a row. */
  static RowRejection invalid(String message) {
    return new RowRejection(Outcome.INVALID_ROW, "", message);
  }
}
