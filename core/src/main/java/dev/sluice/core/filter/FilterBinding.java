package dev.sluice.core.filter;

import dev.sluice.core.values.Suggestion;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The columns to which a filter is bound, and the problems found. Not thread-safe. */
final class FilterBinding {
  private static final int MOST_LISTED = 20;
  private static final int MOST_PROBLEMS = 100;

  private final Map<String, Integer> places = new HashMap<>();
  private final Map<String, ColumnKind> kinds;
  private final Set<String> problems = new LinkedHashSet<>();

  /** Unknown columns that were reported already, because finding suggestions takes time. */
  private final Set<String> unknown = new HashSet<>();

  /**
   * Creates a binding.
   *
   * @param columns columns of the filter, by position in rows
   * @param kinds kinds of all existing columns
   */
  FilterBinding(List<String> columns, Map<String, ColumnKind> kinds) {
    columns.forEach(column -> places.put(column, places.size()));
    this.kinds = kinds;
  }

  /** Returns the problems so far, each once. There are at most a hundred. */
  List<String> problems() {
    return List.copyOf(problems);
  }

  int place(String column) {
    return places.get(column);
  }

  /**
   * Returns the kind of a column. A column that does not exist is a problem, and counts as always
   * null.
   */
  ColumnKind kind(String column) {
    if (!kinds.containsKey(column) && problems.size() < MOST_PROBLEMS && unknown.add(column)) {
      add("unknown column " + shown(column) + instead(column));
    }
    return kinds.getOrDefault(column, ColumnKind.NOTHING);
  }

  /** Reports a literal that cannot be compared with a column. Returns the column's kind. */
  ColumnKind requireFit(String column, Literal literal) {
    ColumnKind kind = kind(column);
    if (kind != ColumnKind.NOTHING && !literal.fits(kind)) {
      String shown = FilterLexer.shortened(literal.toString());
      problem(column, "compared with %s; expected %s".formatted(shown, kind.allowed()));
      return ColumnKind.NOTHING;
    }
    return kind;
  }

  /** Reports two columns that cannot be compared. */
  void requireComparable(String column, String other) {
    ColumnKind kind = kind(column);
    ColumnKind otherKind = kind(other);
    if (!kind.isComparableWith(otherKind)) {
      problem(
          column,
          "compared with column %s, which is %s; expected two columns of numbers, of strings or of booleans"
              .formatted(shown(other), otherKind));
    }
  }

  /** Reports an operator that needs an order, although the values of the column have none. */
  void requireOrder(String column, Expression.ComparisonOperator operator) {
    if (operator.isOrder() && kind(column) == ColumnKind.BOOLEAN) {
      problem(column, "compared by order; expected == or !=");
    }
  }

  /** Reports a column that has values of a different kind. */
  void require(String column, ColumnKind needed, String problem) {
    ColumnKind kind = kind(column);
    if (kind != needed && kind != ColumnKind.NOTHING) {
      problem(column, problem);
    }
  }

  private void problem(String column, String what) {
    add("column %s is %s, but is %s".formatted(shown(column), kinds.get(column), what));
  }

  private void add(String problem) {
    if (problems.size() < MOST_PROBLEMS) {
      problems.add(problem);
    }
  }

  private String instead(String column) {
    return Suggestion.nearest(column, kinds.keySet())
        .map(near -> "; did you mean " + shown(near) + "?")
        .orElseGet(() -> "; known columns are " + listed());
  }

  private String listed() {
    String most =
        String.join(
            ", ",
            new TreeSet<>(kinds.keySet())
                .stream().limit(MOST_LISTED).map(FilterBinding::shown).toList());
    int more = kinds.size() - MOST_LISTED;
    return more > 0 ? most + " and " + more + " more" : most;
  }

  private static String shown(String column) {
    return FilterLexer.shortened(FilterLexer.column(column));
  }
}
