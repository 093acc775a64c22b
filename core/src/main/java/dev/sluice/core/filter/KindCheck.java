package dev.sluice.core.filter;

import dev.sluice.core.values.Suggestion;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Collects what keeps an expression from being evaluated on columns of these kinds. */
final class KindCheck implements Expression.Visitor<Void> {
  private static final int MOST_LISTED = 20;
  private static final int MOST_PROBLEMS = 100;

  private final Map<String, ColumnKind> kinds;
  private final Set<String> problems = new LinkedHashSet<>();

  /** Suggestions take time, so none is looked for twice. */
  private final Set<String> unknown = new HashSet<>();

  KindCheck(Map<String, ColumnKind> kinds) {
    this.kinds = kinds;
  }

  /** What is wrong with the expressions seen so far, each once; not more than a hundred things. */
  Set<String> problems() {
    return problems;
  }

  @Override
  public Void all(Expression.All all) {
    all.parts().forEach(part -> part.accept(this));
    return null;
  }

  @Override
  public Void any(Expression.Any any) {
    any.parts().forEach(part -> part.accept(this));
    return null;
  }

  @Override
  public Void comparison(Expression.Comparison comparison) {
    String column = comparison.column();
    if (checkLiteral(column, comparison.literal())) {
      checkOrder(column, comparison.operator());
    }
    return null;
  }

  @Override
  public Void columnComparison(Expression.ColumnComparison comparison) {
    String column = comparison.column();
    String other = comparison.other();
    Optional<ColumnKind> kind = kind(column);
    Optional<ColumnKind> otherKind = kind(other);
    if (kind.isEmpty() || otherKind.isEmpty()) {
      return null;
    }
    if (kind.get().isComparableWith(otherKind.get())) {
      checkOrder(column, comparison.operator());
    } else {
      problem(
          column,
          "compared with column %s, which is %s; allowed: two columns of numbers, strings or booleans"
              .formatted(shown(other), otherKind.get()));
    }
    return null;
  }

  @Override
  public Void membership(Expression.Membership membership) {
    for (Literal literal : membership.literals()) {
      checkLiteral(membership.column(), literal);
    }
    return null;
  }

  @Override
  public Void nullTest(Expression.NullTest test) {
    kind(test.column());
    return null;
  }

  @Override
  public Void textTest(Expression.TextTest test) {
    if (kind(test.column()).filter(kind -> !kind.mayBe(ColumnKind.STRING)).isPresent()) {
      problem(test.column(), "given to %s; allowed: a string".formatted(test.function()));
    }
    return null;
  }

  @Override
  public Void flag(Expression.Flag flag) {
    kind(flag.column())
        .filter(kind -> !kind.mayBe(ColumnKind.BOOLEAN))
        .ifPresent(
            kind ->
                problem(
                    flag.column(),
                    "no condition by itself; allowed: a comparison with " + kind.allowed()));
    return null;
  }

  /** Whether the literal can be compared with the column. */
  private boolean checkLiteral(String column, Literal literal) {
    Optional<ColumnKind> kind = kind(column);
    boolean fits =
        kind.filter(known -> known == ColumnKind.NOTHING || literal.fits(known)).isPresent();
    if (kind.isPresent() && !fits) {
      String shown = Spelling.shortened(literal.toString());
      problem(column, "compared with %s; allowed: %s".formatted(shown, kind.get().allowed()));
    }
    return fits;
  }

  private void checkOrder(String column, ComparisonOperator operator) {
    if (operator.isOrder() && kinds.get(column) == ColumnKind.BOOLEAN) {
      problem(column, "asked for its order; allowed: ==, !=");
    }
  }

  private void problem(String column, String what) {
    add("column %s is %s, but %s".formatted(shown(column), kinds.get(column), what));
  }

  private void add(String problem) {
    if (problems.size() < MOST_PROBLEMS) {
      problems.add(problem);
    }
  }

  /** The kind of a column; a column that does not exist is a problem. */
  private Optional<ColumnKind> kind(String column) {
    Optional<ColumnKind> kind = Optional.ofNullable(kinds.get(column));
    if (kind.isEmpty() && problems.size() < MOST_PROBLEMS && unknown.add(column)) {
      add("no column " + shown(column) + instead(column));
    }
    return kind;
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
                .stream().limit(MOST_LISTED).map(KindCheck::shown).toList());
    int more = kinds.size() - MOST_LISTED;
    return more > 0 ? most + " and " + more + " more" : most;
  }

  private static String shown(String column) {
    return Spelling.shortened(Spelling.column(column));
  }
}
