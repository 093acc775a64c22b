package dev.sluice.core.filter;

import static java.util.stream.Collectors.joining;

import dev.sluice.core.filter.BoundFilter.Condition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a filter says. There is no node for "not": a negation becomes one of the conditions below
 * it, which has the same value also for nulls. So an expression is true exactly if enough of its
 * conditions are, and false need not be told from unknown.
 *
 * <p>{@code toString} is the canonical form.
 */
sealed interface Expression {
  /** True where this is false, false where this is true, unknown where this is. */
  Expression negated();

  /** The columns it compares, as often as it does. */
  Stream<String> columns();

  /** Fits it to columns; what does not fit is a problem, and true for no row. */
  Condition bind(FilterBinding columns);

  /**
   * Two or more expressions, none of this kind itself.
   *
   * @param all whether all of them have to be true, or one
   */
  record Junction(boolean all, List<Expression> parts) implements Expression {
    /** One part alone stays as it is. */
    static Expression of(boolean all, List<Expression> parts) {
      List<Expression> flat = new ArrayList<>();
      for (Expression part : parts) {
        flat.addAll(part instanceof Junction same && same.all == all ? same.parts : List.of(part));
      }
      return flat.size() == 1 ? flat.get(0) : new Junction(all, List.copyOf(flat));
    }

    @Override
    public Expression negated() {
      return of(!all, parts.stream().map(Expression::negated).toList());
    }

    @Override
    public Stream<String> columns() {
      return parts.stream().flatMap(Expression::columns);
    }

    @Override
    public Condition bind(FilterBinding columns) {
      Condition[] bound = parts.stream().map(part -> part.bind(columns)).toArray(Condition[]::new);
      return row -> {
        for (Condition part : bound) {
          if (part.passes(row) != all) {
            return !all;
          }
        }
        return all;
      };
    }

    @Override
    public String toString() {
      return parts.stream()
          .map(part -> all && part instanceof Junction ? "(" + part + ")" : part.toString())
          .collect(joining(all ? " && " : " || "));
    }
  }

  /**
   * A condition on the values of one column. It is unknown for nulls, if it is no test for them.
   */
  sealed interface OfColumn extends Expression {
    String column();

    @Override
    default Stream<String> columns() {
      return Stream.of(column());
    }
  }

  /** A column compared with a literal. */
  record Comparison(String column, ComparisonOperator operator, Literal literal)
      implements OfColumn {
    @Override
    public Expression negated() {
      return new Comparison(column, operator.negated(), literal);
    }

    @Override
    public Condition bind(FilterBinding columns) {
      return columns.allows(column, literal) && columns.allows(column, operator)
          ? columns.present(
              column,
              (place, kind) -> {
                ValueOrder order = literal.order(place, kind);
                return row -> operator.accepts(order.sign(row));
              })
          : Condition.NEVER;
    }

    @Override
    public String toString() {
      return FilterLexer.column(column) + " " + operator + " " + literal;
    }
  }

  /** A column compared with another. */
  record ColumnComparison(String column, ComparisonOperator operator, String other)
      implements Expression {
    @Override
    public Expression negated() {
      return new ColumnComparison(column, operator.negated(), other);
    }

    @Override
    public Stream<String> columns() {
      return Stream.of(column, other);
    }

    @Override
    public Condition bind(FilterBinding columns) {
      return columns.allows(column, other) && columns.allows(column, operator)
          ? columns.present(
              column,
              (place, kind) ->
                  columns.present(
                      other,
                      (otherPlace, otherKind) -> {
                        ValueOrder order = ValueOrder.ofColumns(place, kind, otherPlace, otherKind);
                        return row -> operator.accepts(order.sign(row));
                      }))
          : Condition.NEVER;
    }

    @Override
    public String toString() {
      return FilterLexer.column(column) + " " + operator + " " + FilterLexer.column(other);
    }
  }

  /** Whether a column has one of some values, or none of them. */
  record Membership(String column, List<Literal> literals, boolean isNegated) implements OfColumn {
    @Override
    public Expression negated() {
      return new Membership(column, literals, !isNegated);
    }

    @Override
    public Condition bind(FilterBinding columns) {
      long allowed = literals.stream().filter(each -> columns.allows(column, each)).count();
      return allowed == literals.size()
          ? columns.present(
              column,
              (place, kind) -> {
                ValueOrder[] ascending =
                    literals.stream()
                        .sorted()
                        .map(each -> each.order(place, kind))
                        .toArray(ValueOrder[]::new);
                return row -> holds(ascending, row) != isNegated;
              })
          : Condition.NEVER;
    }

    /** Takes logarithmic time. */
    private static boolean holds(ValueOrder[] ascending, FilterRow row) {
      int low = 0;
      int high = ascending.length;
      while (low < high) {
        int middle = (low + high) >>> 1;
        int sign = ascending[middle].sign(row);
        if (sign == 0) {
          return true;
        }
        if (sign > 0) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return false;
    }

    @Override
    public String toString() {
      return literals.stream()
          .map(Literal::toString)
          .collect(
              joining(", ", FilterLexer.column(column) + (isNegated ? " not in (" : " in ("), ")"));
    }
  }

  /** Whether a column is null, or is not. */
  record NullTest(String column, boolean isNegated) implements OfColumn {
    @Override
    public Expression negated() {
      return new NullTest(column, !isNegated);
    }

    @Override
    public Condition bind(FilterBinding columns) {
      if (columns.kind(column).isEmpty()) {
        return Condition.NEVER;
      }
      int place = columns.place(column);
      return row -> row.isNull(place) != isNegated;
    }

    @Override
    public String toString() {
      return FilterLexer.column(column) + (isNegated ? " is not null" : " is null");
    }
  }

  /** Whether a part of a column's string is another string, or is not. */
  record TextTest(TextFunction function, String column, String text, boolean isNegated)
      implements OfColumn {
    @Override
    public Expression negated() {
      return new TextTest(function, column, text, !isNegated);
    }

    @Override
    public Condition bind(FilterBinding columns) {
      return columns.allows(column, function)
          ? columns.present(
              column,
              (place, kind) -> {
                Condition test = function.test(place, text.getBytes(StandardCharsets.UTF_8));
                return row -> test.passes(row) != isNegated;
              })
          : Condition.NEVER;
    }

    @Override
    public String toString() {
      return "%s%s(%s, %s)"
          .formatted(
              isNegated ? "!" : "",
              function,
              FilterLexer.column(column),
              FilterLexer.quoted(text, '\''));
    }
  }

  /** Whether a column is true, or is false. */
  record Flag(String column, boolean isNegated) implements OfColumn {
    @Override
    public Expression negated() {
      return new Flag(column, !isNegated);
    }

    @Override
    public Condition bind(FilterBinding columns) {
      return columns.allowsFlag(column)
          ? columns.present(column, (place, kind) -> row -> row.booleanAt(place) != isNegated)
          : Condition.NEVER;
    }

    @Override
    public String toString() {
      return (isNegated ? "!" : "") + FilterLexer.column(column);
    }
  }
}
