package dev.sluice.core.filter;

import dev.sluice.core.filter.BoundFilter.Condition;
import dev.sluice.core.values.Suggestion;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The columns that a filter is fitted to, and what does not fit. Not thread-safe. */
final class FilterBinding {
  private static final int MOST_LISTED = 20;
  private static final int MOST_PROBLEMS = 100;

  private final Map<String, Integer> places = new HashMap<>();
  private final Map<String, ColumnKind> kinds;
  private final Set<String> problems = new LinkedHashSet<>();

  /** Suggestions take time, so none is looked for twice. */
  private final Set<String> unknown = new HashSet<>();

  /**
   * Fits nothing yet.
   *
   * @param columns of the filter, by their places in rows
   * @param kinds of all columns that there are
   */
  FilterBinding(List<String> columns, Map<String, ColumnKind> kinds) {
    columns.forEach(column -> places.put(column, places.size()));
    this.kinds = kinds;
  }

  /** Makes a condition on the values of a column. */
  @FunctionalInterface
  interface ValueCondition {
    Condition of(int place, ColumnKind kind);
  }

  /** What is wrong so far, each once; not more than a hundred things. */
  List<String> problems() {
    return List.copyOf(problems);
  }

  int place(String column) {
    return places.get(column);
  }

  /** The condition for values; nulls are unknown. */
  Condition present(String column, ValueCondition condition) {
    ColumnKind kind = kinds.get(column);
    if (kind == ColumnKind.NOTHING) {
      return Condition.NEVER;
    }
    int place = place(column);
    Condition test = condition.of(place, kind);
    return row -> !row.isNull(place) && test.passes(row);
  }

  /** Whether a literal can be compared with a column. */
  boolean allows(String column, Literal literal) {
    Optional<ColumnKind> kind = kind(column);
    boolean fits =
        kind.filter(known -> known == ColumnKind.NOTHING || literal.fits(known)).isPresent();
    if (kind.isPresent() && !fits) {
      String shown = FilterLexer.shortened(literal.toString());
      problem(column, "compared with %s; allowed: %s".formatted(shown, kind.get().allowed()));
    }
    return fits;
  }

  /** Whether two columns can be compared. */
  boolean allows(String column, String other) {
    Optional<ColumnKind> kind = kind(column);
    Optional<ColumnKind> otherKind = kind(other);
    if (kind.isEmpty() || otherKind.isEmpty()) {
      return false;
    }
    boolean comparable = kind.get().isComparableWith(otherKind.get());
    if (!comparable) {
      problem(
          column,
          "compared with column %s, which is %s; allowed: two columns of numbers, strings or booleans"
              .formatted(shown(other), otherKind.get()));
    }
    return comparable;
  }

  /** Whether the values of a column, which exists, have the order that an operator asks for. */
  boolean allows(String column, ComparisonOperator operator) {
    boolean allowed = !operator.isOrder() || kinds.get(column) != ColumnKind.BOOLEAN;
    if (!allowed) {
      problem(column, "asked for its order; allowed: ==, !=");
    }
    return allowed;
  }

  /** Whether a function can be applied to a column. */
  boolean allows(String column, TextFunction function) {
    Optional<ColumnKind> kind = kind(column);
    boolean fits = kind.filter(known -> known.mayBe(ColumnKind.STRING)).isPresent();
    if (kind.isPresent() && !fits) {
      problem(column, "given to %s; allowed: a string".formatted(function));
    }
    return fits;
  }

  /** Whether a column is a condition by itself. */
  boolean allowsFlag(String column) {
    Optional<ColumnKind> kind = kind(column);
    boolean fits = kind.filter(known -> known.mayBe(ColumnKind.BOOLEAN)).isPresent();
    if (kind.isPresent() && !fits) {
      problem(column, "no condition by itself; allowed: a comparison with " + kind.get().allowed());
    }
    return fits;
  }

  /** The kind of a column; a column that does not exist is a problem. */
  Optional<ColumnKind> kind(String column) {
    Optional<ColumnKind> kind = Optional.ofNullable(kinds.get(column));
    if (kind.isEmpty() && problems.size() < MOST_PROBLEMS && unknown.add(column)) {
      add("no column " + shown(column) + instead(column));
    }
    return kind;
  }

  private void problem(String column, String what) {
    add("column %s is %s, but %s".formatted(shown(column), kinds.get(column), what));
  }

  private void add(String problem) {
    if (problems.size() < MOST_PROBLEMS) {
      problems.add(problem);
    }
  }

  private String instead(String column) {
    return Suggestion.nearest(column, kinds.keySet())
        .map(near -> "; did you mean " + shown(near) + "?")
        .orElseGet(() -> "; there are: " + listed());
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
