package dev.sluice.storage.source;

import dev.sluice.core.filter.ColumnKind;
import dev.sluice.core.filter.Filter;
import dev.sluice.storage.json.JsonEncoder;
import dev.sluice.storage.json.JsonLineException;
import dev.sluice.storage.json.JsonText;
import dev.sluice.storage.source.SourceRow.OtherColumns;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the columns without a role, from the object that was read last. */
final class JsonColumns implements OtherColumns {
  private static final ByteBuffer NO_COLUMNS = ByteBuffer.allocate(0);

  private final JsonText json;
  private final Optional<JsonFilter> filter;
  private final Optional<JsonEncoder> carried;
  private long encoded = -1;
  private Optional<RowRejection> misfit = Optional.empty();

  JsonColumns(JsonText json, Optional<JsonFilter> filter, Optional<JsonEncoder> carried) {
    this.json = json;
    this.filter = filter;
    this.carried = carried;
  }

  @Override
  public boolean passesFilter(long row) {
    filter.ifPresent(each -> each.set(json, row));
    return filter.isEmpty() || filter.get().passes();
  }

  @Override
  public ByteBuffer carried(long row) throws IOException {
    Optional<RowRejection> problem = rejection(row);
    if (problem.isPresent()) {
      throw new IOException(problem.get().message());
    }
    return carried
        .map(record -> ByteBuffer.wrap(record.buffer(), 0, record.length()))
        .orElse(NO_COLUMNS);
  }

  @Override
  public Optional<RowRejection> rejection(long row) {
    filter.ifPresent(each -> each.set(json, row));
    return filter.flatMap(JsonFilter::rejection).or(() -> carried.flatMap(to -> encode(to, row)));
  }

  /** Encodes the object, unless this has already been done. */
  private Optional<RowRejection> encode(JsonEncoder record, long row) {
    if (encoded != row) {
      encoded = row;
      misfit = encode(record, json.object());
    }
    return misfit;
  }

  private static Optional<RowRejection> encode(JsonEncoder record, ByteBuffer object) {
    try {
      record.encode(object.array(), object.position(), object.remaining());
    } catch (JsonLineException e) {
      return Optional.of(
          RowRejection.of(
              RowRejection.COLUMN_TYPE,
              "%s: correct the value, or omit the column from output.columns of a new output"
                  .formatted(e.reason())));
    }
    return record.length() > CarriedColumns.MAX_BYTES
        ? Optional.of(CarriedColumns.tooLarge(record.length()))
        : Optional.empty();
  }

  @Override
  public void close() {
    // The file belongs to the reader of the objects, not to this instance.
  }

  /**
   * Evaluates a filter on JSON objects. Each value has its own kind, and the filter is fitted once
   * to each combination of kinds that occurs in a row. If the filter does not fit a row, it does
   * not decide about that row. Fields that an object lacks are taken from the file's path. Not
   * thread-safe.
   */
  static final class JsonFilter {
    /**
     * The maximum number of combinations to keep; few files have more than two. Any further
     * combination is fitted again for each row.
     */
    private static final int MOST_FITS = 1_000;

    private final Filter filter;
    private final PathColumns path;
    private final List<String> columns;
    private final Object[] values;
    private final Map<List<Optional<ColumnKind>>, Fit> fits = new HashMap<>();
    private long row = -1;
    private Fit fit = new Fit(Optional.empty(), "", Map.of());

    /**
     * A filter fitted to a combination of kinds.
     *
     * @param filter the fitted filter; empty if it cannot compare a column of one of these kinds
     * @param problem names that column
     * @param fromPath the values of fields that objects lack
     */
    private record Fit(
        Optional<Filter.BoundFilter> filter, String problem, Map<String, FilterValue> fromPath) {}

    JsonFilter(Filter filter, PathColumns path) {
      this.filter = filter;
      this.path = path;
      this.columns = filter.columns();
      this.values = new Object[columns.size()];
    }

    /** Takes the values of an object, unless this has already been done. */
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

    /** Returns whether the object passes the filter. Objects that cannot be compared pass too. */
    boolean passes() {
      return fit.filter().map(bound -> bound.passes(column -> values[column])).orElse(true);
    }

    /** Returns the reason why the object cannot be compared, or empty if it can. */
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
}
