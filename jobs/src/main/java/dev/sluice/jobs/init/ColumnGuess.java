package dev.sluice.jobs.init;

import dev.sluice.jobs.init.sample.SampledColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which column holds a field of the documents, and why.
 *
 * @param column empty if there is none
 * @param reasons for people, as sentences without a full stop
 * @param doubts what a person should check, in the same form
 */
record ColumnGuess(Optional<SampledColumn> column, List<String> reasons, List<String> doubts) {
  ColumnGuess {
    reasons = List.copyOf(reasons);
    doubts = List.copyOf(doubts);
  }

  static ColumnGuess of(SampledColumn column, String... reasons) {
    return new ColumnGuess(Optional.of(column), List.of(reasons), List.of());
  }

  static ColumnGuess none(String... reasons) {
    return new ColumnGuess(Optional.empty(), List.of(reasons), List.of());
  }

  ColumnGuess because(String reason) {
    List<String> more = new ArrayList<>(reasons);
    more.add(reason);
    return new ColumnGuess(column, more, doubts);
  }

  ColumnGuess doubting(String doubt) {
    List<String> more = new ArrayList<>(doubts);
    more.add(doubt);
    return new ColumnGuess(column, reasons, more);
  }

  /** The path of the column. */
  Optional<String> path() {
    return column.map(SampledColumn::path);
  }
}
