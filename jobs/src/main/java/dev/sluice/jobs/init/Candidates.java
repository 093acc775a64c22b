package dev.sluice.jobs.init;

import dev.sluice.jobs.init.sample.ColumnNames;
import dev.sluice.jobs.init.sample.RowSample;
import dev.sluice.jobs.init.sample.SampledColumn;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Finds columns by what their names say, and names columns in messages. */
final class Candidates {
  private static final int LISTED = 8;

  private Candidates() {}

  /** The columns with a rank: lower ranks first, then those in fewer structs, then in order. */
  static List<SampledColumn> ranked(
      RowSample sample, Predicate<SampledColumn> fits, Function<String, OptionalInt> rank) {
    return sample.columns().stream()
        .filter(fits)
        .filter(column -> rank.apply(column.path()).isPresent())
        .sorted(
            Comparator.<SampledColumn>comparingInt(column -> rank.apply(column.path()).getAsInt())
                .thenComparingInt(column -> ColumnNames.depth(column.path())))
        .toList();
  }

  /** Whether the column has a value, or could have one because there are no rows. */
  static boolean hasValues(RowSample sample, SampledColumn column) {
    return sample.rows() == 0 || column.values() > 0;
  }

  /** The names of the first few columns. */
  static String names(List<SampledColumn> columns) {
    return listed(columns.stream().map(SampledColumn::path).toList());
  }

  /** The first few of these names. */
  static String listed(List<String> paths) {
    String first =
        paths.stream().limit(LISTED).map(Comments::name).collect(Collectors.joining(", "));
    int more = paths.size() - LISTED;
    return more > 0 ? "%s and %d more".formatted(first, more) : first;
  }
}
