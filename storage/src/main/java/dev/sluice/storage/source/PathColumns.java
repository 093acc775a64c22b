package dev.sluice.storage.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import dev.sluice.core.ScoreText;
import dev.sluice.core.filter.ColumnKind;
import dev.sluice.core.filter.Filter;
import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * The columns in the directory names of a file's path. They have the same value in all rows of the
 * file. For example, {@code lang=en/int_score=3/0.parquet} has {@code lang} and {@code int_score}.
 * Names and values are percent-decoded, as Hive and Spark write them. Immutable.
 *
 * @param values the values by name
 */
public record PathColumns(Map<String, String> values) {
  /** A path without columns. */
  public static final PathColumns NONE = new PathColumns(Map.of());

  /** Hive's directory name for null. */
  private static final String NULL = "__HIVE_DEFAULT_PARTITION__";

  /** Copies the map. */
  public PathColumns {
    values = Map.copyOf(values);
  }

  /**
   * Returns the columns of a path. If several directories have the same name, the innermost counts.
   *
   * @param path the path of a file relative to its input, with {@code /}
   */
  public static PathColumns of(String path) {
    Map<String, String> values = new HashMap<>();
    int start = 0;
    for (int end = path.indexOf('/'); end >= 0; end = path.indexOf('/', start)) {
      String directory = path.substring(start, end);
      int equals = directory.indexOf('=');
      if (equals > 0) {
        String name = decoded(directory.substring(0, equals));
        String value = directory.substring(equals + 1);
        if (value.equals(NULL)) {
          values.remove(name);
        } else {
          values.put(name, decoded(value));
        }
      }
      start = end + 1;
    }
    return values.isEmpty() ? NONE : new PathColumns(values);
  }

  /**
   * Returns the value of a column, or empty if the path does not have the column. Names are
   * case-sensitive.
   */
  public Optional<String> value(String column) {
    return Optional.ofNullable(values.get(column));
  }

  /**
   * Returns the columns that a filter compares and that a file or a row of it lacks. Each is a
   * string, or the number that the string represents if the filter cannot compare strings here.
   *
   * @param kinds the kinds of the columns that exist; the kinds of the returned columns are added
   */
  Map<String, FilterValue> fit(Filter filter, Map<String, ColumnKind> kinds) {
    Map<String, FilterValue> values = new HashMap<>();
    List<String> missing =
        filter.columns().stream().filter(column -> !kinds.containsKey(column)).toList();
    missing.forEach(column -> kinds.put(column, ColumnKind.NOTHING));
    for (String column : missing) {
      value(column)
          .map(text -> fit(filter, kinds, column, text))
          .ifPresent(value -> values.put(column, value));
    }
    return values;
  }

  private static FilterValue fit(
      Filter filter, Map<String, ColumnKind> kinds, String column, String text) {
    FilterValue string = FilterValue.string(text.getBytes(UTF_8));
    kinds.put(column, ColumnKind.STRING);
    if (fits(filter, kinds) || Double.isNaN(ScoreText.parse(text))) {
      return string;
    }
    FilterValue number = FilterValue.number(text);
    kinds.put(column, number.kind());
    return number;
  }

  private static boolean fits(Filter filter, Map<String, ColumnKind> kinds) {
    try {
      filter.bind(kinds);
      return true;
    } catch (Filter.BindingException e) {
      return false;
    }
  }

  /**
   * Finds columns that a filter cannot compare, whatever columns a file has.
   *
   * @param misfits receives the reason, by column
   */
  void check(Filter filter, BiConsumer<String, String> misfits) {
    for (String column : filter.columns()) {
      Map<String, ColumnKind> kinds = new HashMap<>();
      filter.columns().forEach(each -> kinds.put(each, ColumnKind.NOTHING));
      kinds.remove(column);
      Set<String> used = fit(filter, kinds).keySet();
      try {
        filter.bind(kinds);
      } catch (Filter.BindingException e) {
        misfits.accept(column, misfit(e, used));
      }
    }
  }

  /**
   * Describes why a filter cannot be evaluated.
   *
   * @param used the columns of the path that are used
   */
  String misfit(Filter.BindingException problem, Set<String> used) {
    String what = "filter: " + String.join("; ", problem.problems());
    return used.isEmpty()
        ? what
        : what
            + "; the directories of the path specify "
            + used.stream()
                .sorted()
                .map(column -> column + "=" + values.get(column))
                .collect(joining(", "));
  }

  /**
   * Decodes a name or value. A percent sign that is not followed by two hexadecimal digits stands
   * for itself.
   */
  private static String decoded(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    byte[] bytes = text.getBytes(UTF_8);
    ByteArrayOutputStream decoded = new ByteArrayOutputStream(bytes.length);
    for (int i = 0; i < bytes.length; i++) {
      int high = bytes[i] == '%' && i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
      int low = high >= 0 ? Character.digit(bytes[i + 2], 16) : -1;
      if (low >= 0) {
        decoded.write(high << 4 | low);
        i += 2;
      } else {
        decoded.write(bytes[i]);
      }
    }
    return decoded.toString(UTF_8);
  }
}
