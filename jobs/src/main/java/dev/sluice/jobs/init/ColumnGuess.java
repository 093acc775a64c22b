package dev.sluice.jobs.init;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A guess which column holds a field of the documents. It has reasons, and doubts that a person
 * should check. Reasons and doubts are sentences without a full stop. Not thread-safe.
 */
final class ColumnGuess {
  private final Optional<Column> column;
  private final List<String> reasons;
  private final List<String> doubts = new ArrayList<>();

  private ColumnGuess(Optional<Column> column, String... reasons) {
    this.column = column;
    this.reasons = new ArrayList<>(List.of(reasons));
  }

  static ColumnGuess of(Column column, String... reasons) {
    return new ColumnGuess(Optional.of(column), reasons);
  }

  static ColumnGuess none(String... reasons) {
    return new ColumnGuess(Optional.empty(), reasons);
  }

  /** Adds a reason. */
  ColumnGuess because(String reason) {
    reasons.add(reason);
    return this;
  }

  /** Adds a doubt. */
  ColumnGuess doubting(String doubt) {
    doubts.add(doubt);
    return this;
  }

  /** Adds a reason that lists other columns that could hold the field. */
  ColumnGuess rather(List<Column> candidates) {
    List<Column> others =
        candidates.stream().filter(other -> !column.equals(Optional.of(other))).toList();
    return others.isEmpty() ? this : because("others: " + InputSample.names(others));
  }

  /** Returns the column, or empty if no column holds the field. */
  Optional<Column> column() {
    return column;
  }

  /** Returns the path of the column. */
  Optional<String> path() {
    return column.map(Column::path);
  }

  /** Returns all reasons. */
  String why() {
    return String.join("; ", reasons);
  }

  List<String> doubts() {
    return doubts;
  }
}
