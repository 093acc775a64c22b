package dev.sluice.core.filter;

import static java.util.stream.Collectors.joining;

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

  /** Calls the visitor's method for this kind of expression. */
  <T> T accept(Visitor<T> visitor);

  /** What is done with each kind of expression. */
  interface Visitor<T> {
    T all(All all);

    T any(Any any);

    T comparison(Comparison comparison);

    T columnComparison(ColumnComparison comparison);

    T membership(Membership membership);

    T nullTest(NullTest test);

    T textTest(TextTest test);

    T flag(Flag flag);
  }

  /** Two or more expressions, none of this kind itself, all of which have to be true. */
  record All(List<Expression> parts) implements Expression {
    /** One part alone stays as it is. */
    static Expression of(List<Expression> parts) {
      List<Expression> flat = new ArrayList<>();
      for (Expression part : parts) {
        flat.addAll(part instanceof All all ? all.parts : List.of(part));
      }
      return flat.size() == 1 ? flat.get(0) : new All(List.copyOf(flat));
    }

    @Override
    public Expression negated() {
      return Any.of(parts.stream().map(Expression::negated).toList());
    }

    @Override
    public Stream<String> columns() {
      return parts.stream().flatMap(Expression::columns);
    }

    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.all(this);
    }

    @Override
    public String toString() {
      return parts.stream()
          .map(part -> part instanceof Any ? "(" + part + ")" : part.toString())
          .collect(joining(" && "));
    }
  }

  /** Two or more expressions, none of this kind itself, one of which has to be true. */
  record Any(List<Expression> parts) implements Expression {
    /** One part alone stays as it is. */
    static Expression of(List<Expression> parts) {
      List<Expression> flat = new ArrayList<>();
      for (Expression part : parts) {
        flat.addAll(part instanceof Any any ? any.parts : List.of(part));
      }
      return flat.size() == 1 ? flat.get(0) : new Any(List.copyOf(flat));
    }

    @Override
    public Expression negated() {
      return All.of(parts.stream().map(Expression::negated).toList());
    }

    @Override
    public Stream<String> columns() {
      return parts.stream().flatMap(Expression::columns);
    }

    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.any(this);
    }

    @Override
    public String toString() {
      return parts.stream().map(Expression::toString).collect(joining(" || "));
    }
  }

  /** A column compared with a literal. */
  record Comparison(String column, ComparisonOperator operator, Literal literal)
      implements Expression {
    @Override
    public Expression negated() {
      return new Comparison(column, operator.negated(), literal);
    }

    @Override
    public Stream<String> columns() {
      return Stream.of(column);
    }

    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.comparison(this);
    }

    @Override
    public String toString() {
      return Spelling.column(column) + " " + operator + " " + literal;
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
    public <T> T accept(Visitor<T> visitor) {
      return visitor.columnComparison(this);
    }

    @Override
    public String toString() {
      return Spelling.column(column) + " " + operator + " " + Spelling.column(other);
    }
  }

  /** Whether a column has one of some values, or none of them. */
  record Membership(String column, List<Literal> literals, boolean isNegated)
      implements Expression {
    @Override
    public Expression negated() {
      return new Membership(column, literals, !isNegated);
    }

    @Override
    public Stream<String> columns() {
      return Stream.of(column);
    }

    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.membership(this);
    }

    @Override
    public String toString() {
      return literals.stream()
          .map(Literal::toString)
          .collect(
              joining(", ", Spelling.column(column) + (isNegated ? " not in (" : " in ("), ")"));
    }
  }

  /** Whether a column is null, or is not. */
  record NullTest(String column, boolean isNegated) implements Expression {
    @Override
    public Expression negated() {
      return new NullTest(column, !isNegated);
    }

    @Override
    public Stream<String> columns() {
      return Stream.of(column);
    }

    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.nullTest(this);
    }

    @Override
    public String toString() {
      return Spelling.column(column) + (isNegated ? " is not null" : " is null");
    }
  }

  /** Whether a part of a column's string is another string, or is not. */
  record TextTest(TextFunction function, String column, String text, boolean isNegated)
      implements Expression {
    @Override
    public Expression negated() {
      return new TextTest(function, column, text, !isNegated);
    }

    @Override
    public Stream<String> columns() {
      return Stream.of(column);
    }

    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.textTest(this);
    }

    @Override
    public String toString() {
      return (isNegated ? "!" : "")
          + function
          + "("
          + Spelling.column(column)
          + ", "
          + Spelling.string(text)
          + ")";
    }
  }

  /** Whether a column is true, or is false. */
  record Flag(String column, boolean isNegated) implements Expression {
    @Override
    public Expression negated() {
      return new Flag(column, !isNegated);
    }

    @Override
    public Stream<String> columns() {
      return Stream.of(column);
    }

    @Override
    public <T> T accept(Visitor<T> visitor) {
      return visitor.flag(this);
    }

    @Override
    public String toString() {
      return (isNegated ? "!" : "") + Spelling.column(column);
    }
  }
}
