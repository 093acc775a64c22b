package dev.sluice.storage.source;

import java.util.Objects;

/**
 * Why a row that the rules keep is rejected: what it has in other columns cannot be used.
 *
 * @param reason names the counter below {@link dev.sluice.core.Outcome#REJECTED}
 * @param message what was seen and what is allowed
 */
public record RowRejection(String reason, String message) {
  /** The columns that the row carries along are too large. */
  public static final String OVERSIZE_COLUMNS = "oversize_columns";

  /** A column that the row carries along cannot hold its value. */
  public static final String COLUMN_TYPE = "column_type";

  /** The filter cannot compare a value of this kind. */
  public static final String FILTER_TYPE = "filter_type";

  /** Requires both. */
  public RowRejection {
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(message, "message");
  }
}
