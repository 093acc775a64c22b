package dev.sluice.storage.source;

import dev.sluice.core.filter.BoundFilter;
import dev.sluice.core.filter.ColumnKind;
import dev.sluice.core.filter.Filter;
import dev.sluice.core.filter.FilterBindingException;
import dev.sluice.core.filter.FilterRow;
import dev.sluice.storage.jsonl.JsonText;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Evaluates a filter on JSON objects. Each value has its own kind, and the filter is fitted once to
 * each combination of kinds that rows have. A row that it does not fit is not decided. Not
 * thread-safe.
 */
final class JsonFilter implements FilterRow {
  /** Few files have more than two combinations; those of others are fitted again. */
  private static final int MOST_FITS = 1_000;

  private final Filter filter;
  private final List<String> columns;
  private final FilterValue[] values;
  private final Map<List<ColumnKind>, Fit> fits = new HashMap<>();
  private long row = -1;
  private Fit fit = new Fit(Optional.empty(), "");

  /**
   * A filter fitted to kinds.
   *
   * @param filter empty if it compares a column of another kind than it may
   * @param problem which one that is
   */
  private record Fit(Optional<BoundFilter> filter, String problem) {}

  JsonFilter(Filter filter) {
    this.filter = filter;
    this.columns = filter.columns();
    this.values = new FilterValue[columns.size()];
  }

  /** Takes the values of an object, once. */
  void set(JsonText json, long number) {
    if (number == row) {
      return;
    }
    row = number;
    for (int i = 0; i < values.length; i++) {
      values[i] = FilterValue.of(json, columns.get(i));
    }
    if (fits.size() == MOST_FITS) {
      fits.clear();
    }
    fit = fits.computeIfAbsent(Arrays.stream(values).map(FilterValue::kind).toList(), this::fit);
  }

  /** Whether the object passes, or cannot be compared. */
  boolean passes() {
    return fit.filter().map(bound -> bound.passes(this)).orElse(true);
  }

  /** Why the object cannot be compared. */
  Optional<RowRejection> rejection() {
    return fit.filter().isPresent()
        ? Optional.empty()
        : Optional.of(RowRejection.of(RowRejection.FILTER_TYPE, fit.problem()));
  }

  private Fit fit(List<ColumnKind> kinds) {
    Map<String, ColumnKind> byName = new HashMap<>();
    for (int i = 0; i < kinds.size(); i++) {
      byName.put(columns.get(i), kinds.get(i));
    }
    try {
      return new Fit(Optional.of(filter.bind(byName)), "");
    } catch (FilterBindingException e) {
      return new Fit(Optional.empty(), "filter: " + String.join("; ", e.problems()));
    }
  }

  @Override
  public boolean isNull(int column) {
    return values[column].kind() == ColumnKind.NOTHING;
  }

  @Override
  public boolean booleanAt(int column) {
    return values[column].bits() != 0;
  }

  @Override
  public long longAt(int column) {
    return values[column].bits();
  }

  @Override
  public double doubleAt(int column) {
    return Double.longBitsToDouble(values[column].bits());
  }

  @Override
  public byte[] bytesAt(int column) {
    return values[column].bytes();
  }

  @Override
  public int offsetAt(int column) {
    return 0;
  }

  @Override
  public int lengthAt(int column) {
    return values[column].bytes().length;
  }
}
