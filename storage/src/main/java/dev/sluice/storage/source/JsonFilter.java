package dev.sluice.storage.source;

import dev.sluice.core.filter.BoundFilter;
import dev.sluice.core.filter.ColumnKind;
import dev.sluice.core.filter.Filter;
import dev.sluice.storage.json.JsonText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Evaluates a filter on JSON objects. Each value has its own kind, and the filter is fitted once to
 * each combination of kinds that rows have. A row that it does not fit is not decided. Fields that
 * an object lacks are those of the file's path. Not thread-safe.
 */
final class JsonFilter {
  /** Few files have more than two combinations; those of others are fitted again. */
  private static final int MOST_FITS = 1_000;

  private final Filter filter;
  private final PathColumns path;
  private final List<String> columns;
  private final Object[] values;
  private final Map<List<Optional<ColumnKind>>, Fit> fits = new HashMap<>();
  private long row = -1;
  private Fit fit = new Fit(Optional.empty(), "", Map.of());

  /**
   * A filter fitted to kinds.
   *
   * @param filter empty if it compares a column of another kind than it may
   * @param problem which one that is
   * @param fromPath values of fields that objects lack
   */
  private record Fit(
      Optional<BoundFilter> filter, String problem, Map<String, FilterValue> fromPath) {}

  JsonFilter(Filter filter, PathColumns path) {
    this.filter = filter;
    this.path = path;
    this.columns = filter.columns();
    this.values = new Object[columns.size()];
  }

  /** Takes the values of an object, once. */
  void set(JsonText json, long number) {
    if (number == row) {
      return;
    }
    row = number;
    List<Optional<FilterValue>> there = new ArrayList<>();
    List<Optional<ColumnKind>> kinds = new ArrayList<>();
    for (String column : columns) {
      Optional<FilterValue> value = FilterValue.of(json, column);
      there.add(value);
      kinds.add(value.map(FilterValue::kind));
    }
    if (fits.size() == MOST_FITS) {
      fits.clear();
    }
    fit = fits.computeIfAbsent(kinds, this::fit);
    for (int i = 0; i < columns.size(); i++) {
      FilterValue absent = fit.fromPath().getOrDefault(columns.get(i), FilterValue.NOTHING);
      values[i] = there.get(i).orElse(absent).value();
    }
  }

  /** Whether the object passes, or cannot be compared. */
  boolean passes() {
    return fit.filter().map(bound -> bound.passes(column -> values[column])).orElse(true);
  }

  /** Why the object cannot be compared. */
  Optional<RowRejection> rejection() {
    return fit.filter().isPresent()
        ? Optional.empty()
        : Optional.of(RowRejection.of(RowRejection.FILTER_TYPE, fit.problem()));
  }

  private Fit fit(List<Optional<ColumnKind>> there) {
    Map<String, ColumnKind> kinds = new HashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      String column = columns.get(i);
      there.get(i).ifPresent(kind -> kinds.put(column, kind));
    }
    Map<String, FilterValue> fromPath = path.fit(filter, kinds);
    try {
      return new Fit(Optional.of(filter.bind(kinds)), "", fromPath);
    } catch (Filter.BindingException e) {
      return new Fit(Optional.empty(), path.misfit(e, fromPath.keySet()), fromPath);
    }
  }
}
