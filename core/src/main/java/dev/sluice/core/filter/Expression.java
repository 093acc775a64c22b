package dev.sluice.core.filter;

import static java.util.stream.Collectors.joining;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The syntax tree of a filter. There is no node for "not": a negation is moved into the conditions
 * below it, which keeps the value also for nulls. An expression is therefore true exactly if enough
 * of its conditions are, and false and unknown need not be distinguished.
 *
 * <p>{@code toString} is the canonical form.
 */
sealed interface Expression {
  /**
   * Returns the negation, which is true where this expression is false, and false where it is true.
   */
  Expression negated();

  /** Returns the columns that the expression compares. A column may occur several times. */
  Stream<String> columns();

  /** Binds the expression to columns. Columns that do not fit become problems. */
  Predicate<IntFunction<Object>> bind(FilterBinding columns);

  /**
   * Two or more expressions joined by {@code and} or {@code or}. None of them is a junction of the
   * same kind.
   *
   * @param all whether all parts must be true, or at least one
   */
  record Junction(boolean all, List<Expression> parts) implements Expression {
    /** Joins expressions. A single expression is returned unchanged. */
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
    public Predicate<IntFunction<Object>> bind(FilterBinding columns) {
      List<Predicate<IntFunction<Object>>> bound =
          parts.stream().map(part -> part.bind(columns)).toList();
      return row -> {
        for (Predicate<IntFunction<Object>> part : bound) {
          if (part.test(row) != all) {
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

  /** A comparison of a column with another column. */
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
    public Predicate<IntFunction<Object>> bind(FilterBinding columns) {
      columns.requireComparable(column, other);
      columns.requireOrder(column, operator);
      int place = columns.place(column);
      int otherPlace = columns.place(other);
      return row -> {
        Object one = row.apply(place);
        Object two = one == null ? null : row.apply(otherPlace);
        return two != null && operator.accepts(Literal.ORDER.compare(one, two));
      };
    }

    @Override
    public String toString() {
      return FilterLexer.column(column) + " " + operator + " " + FilterLexer.column(other);
    }
  }

  /** Tests whether a column is null, or is not null. */
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
    public Predicate<IntFunction<Object>> bind(FilterBinding columns) {
      columns.kind(column);
      int place = columns.place(column);
      return row -> (row.apply(place) == null) != isNegated;
    }

    @Override
    public String toString() {
      return FilterLexer.column(column) + (isNegated ? " is not null" : " is null");
    }
  }

  /** A condition on the value of one column. It is unknown for nulls. */
  record Test(String column, Check check, boolean isNegated) implements Expression {
    @Override
    public Expression negated() {
      return check instanceof Comparison comparison
          ? new Test(column, comparison.negated(), false)
          : new Test(column, check, !isNegated);
    }

    @Override
    public Stream<String> columns() {
      return Stream.of(column);
    }

    @Override
    public Predicate<IntFunction<Object>> bind(FilterBinding columns) {
      Predicate<Object> bound = check.bind(column, columns);
      int place = columns.place(column);
      return row -> {
        Object value = row.apply(place);
        return value != null && bound.test(value) != isNegated;
      };
    }

    @Override
    public String toString() {
      return check.text(FilterLexer.column(column), isNegated);
    }
  }

  /** A condition on a value, as part of a {@link Test}. */
  sealed interface Check {
    /** Binds the check to a column. A column that does not fit becomes a problem. */
    Predicate<Object> bind(String column, FilterBinding columns);

    /** Returns the canonical form for a column, whose name is spelled as in the filter. */
    String text(String column, boolean isNegated);
  }

  /** A comparison with a literal. */
  record Comparison(ComparisonOperator operator, Literal literal) implements Check {
    Comparison negated() {
      return new Comparison(operator.negated(), literal);
    }

    @Override
    public Predicate<Object> bind(String column, FilterBinding columns) {
      ColumnKind kind = columns.requireFit(column, literal);
      columns.requireOrder(column, operator);
      Object other = literal.besides(kind);
      return value -> operator.accepts(Literal.ORDER.compare(value, other));
    }

    @Override
    public String text(String column, boolean isNegated) {
      return column + " " + operator + " " + literal;
    }
  }

  /** Tests whether the value equals one of several literals. */
  record Membership(List<Literal> literals) implements Check {
    /**
     * Returns a predicate that looks up a value in the sorted literals. It takes time logarithmic
     * in their number.
     */
    @Override
    public Predicate<Object> bind(String column, FilterBinding columns) {
      List<ColumnKind> kinds =
          literals.stream().map(literal -> columns.requireFit(column, literal)).toList();
      if (kinds.contains(ColumnKind.NOTHING)) {
        return value -> false;
      }
      Object[] ascending =
          literals.stream()
              .map(literal -> literal.besides(kinds.get(0)))
              .sorted(Literal.ORDER)
              .toArray();
      return value -> Arrays.binarySearch(ascending, value, Literal.ORDER) >= 0;
    }

    @Override
    public String text(String column, boolean isNegated) {
      return literals.stream()
          .map(Literal::toString)
          .collect(joining(", ", column + (isNegated ? " not in (" : " in ("), ")"));
    }
  }

  /** Tests whether a string begins with, ends with or contains another string. */
  record TextMatch(TextFunction function, String text) implements Check {
    @Override
    public Predicate<Object> bind(String column, FilterBinding columns) {
      columns.require(
          column, ColumnKind.STRING, "passed to %s; expected a string".formatted(function));
      Predicate<ByteBuffer> test = function.test(Literal.utf8(text));
      return value -> test.test((ByteBuffer) value);
    }

    @Override
    public String text(String column, boolean isNegated) {
      return "%s%s(%s, %s)"
          .formatted(isNegated ? "!" : "", function, column, FilterLexer.quoted(text, '\''));
    }
  }

  /** Tests whether the value is true. */
  record Flag() implements Check {
    @Override
    public Predicate<Object> bind(String column, FilterBinding columns) {
      String allowed = columns.kind(column).allowed();
      columns.require(
          column, ColumnKind.BOOLEAN, "used as a condition; expected a comparison with " + allowed);
      return Boolean.TRUE::equals;
    }

    @Override
    public String text(String column, boolean isNegated) {
      return (isNegated ? "!" : "") + column;
    }
  }

  /** A comparison operator, defined by the signs of a comparison that it accepts. */
  enum ComparisonOperator {
    EQUAL("==", false, true, false),
    NOT_EQUAL("!=", true, false, true),
    LESS("<", true, false, false),
    LESS_OR_EQUAL("<=", true, true, false),
    GREATER(">", false, false, true),
    GREATER_OR_EQUAL(">=", false, true, true);

    private final String symbol;
    private final boolean less;
    private final boolean equal;
    private final boolean greater;

    ComparisonOperator(String symbol, boolean less, boolean equal, boolean greater) {
      this.symbol = symbol;
      this.less = less;
      this.equal = equal;
      this.greater = greater;
    }

    /** Returns the operator that a symbol means. {@code =} and {@code <>} are symbols too. */
    static ComparisonOperator of(String symbol) {
      return switch (symbol) {
        case "=" -> EQUAL;
        case "<>" -> NOT_EQUAL;
        default ->
            Arrays.stream(values())
                .filter(each -> each.symbol.equals(symbol))
                .findFirst()
                .orElseThrow();
      };
    }

    private static ComparisonOperator of(boolean less, boolean equal, boolean greater) {
      return Arrays.stream(values())
          .filter(each -> each.less == less && each.equal == equal && each.greater == greater)
          .findFirst()
          .orElseThrow();
    }

    /** Returns the negated operator. */
    ComparisonOperator negated() {
      return of(!less, !equal, !greater);
    }

    /** Returns the operator with its sides exchanged. */
    ComparisonOperator mirrored() {
      return of(greater, equal, less);
    }

    boolean isOrder() {
      return less != greater;
    }

    /** Returns whether the operator holds if the comparison of two values has this sign. */
    boolean accepts(int sign) {
      return sign < 0 ? less : sign == 0 ? equal : greater;
    }

    @Override
    public String toString() {
      return symbol;
    }
  }

  /** The functions that look for a string in a column. */
  enum TextFunction {
    STARTS_WITH,
    ENDS_WITH,
    CONTAINS;

    /** Returns the function with this name. The name may be in upper or lower case. */
    static Optional<TextFunction> of(String name) {
      return Arrays.stream(values())
          .filter(function -> function.toString().equals(name.toLowerCase(Locale.ROOT)))
          .findFirst();
    }

    /** Returns the names of all functions. */
    static List<String> names() {
      return Arrays.stream(values()).map(TextFunction::toString).toList();
    }

    /** Returns a test that looks for a string. Both strings are UTF-8. */
    Predicate<ByteBuffer> test(ByteBuffer wanted) {
      return switch (this) {
        case STARTS_WITH -> value -> isAt(0, value, wanted);
        case ENDS_WITH -> value -> isAt(value.remaining() - wanted.remaining(), value, wanted);
        case CONTAINS -> substring(wanted.array());
      };
    }

    private static boolean isAt(int start, ByteBuffer value, ByteBuffer wanted) {
      int length = wanted.remaining();
      return value.remaining() >= length
          && value.slice(value.position() + start, length).equals(wanted);
    }

    /**
     * Returns a test that takes linear time for all strings, by the algorithm of Knuth, Morris and
     * Pratt: for each number of matching bytes, a table holds how many bytes still match if the
     * next one does not.
     */
    private static Predicate<ByteBuffer> substring(byte[] wanted) {
      int[] fallbacks = new int[wanted.length + 1];
      for (int i = 1; i < wanted.length; i++) {
        fallbacks[i + 1] = advance(wanted, fallbacks, fallbacks[i], wanted[i]);
      }
      return value -> {
        byte[] bytes = value.array();
        int at = value.position();
        int matched = 0;
        while (matched < wanted.length && value.limit() - at >= wanted.length - matched) {
          matched = advance(wanted, fallbacks, matched, bytes[at++]);
        }
        return matched == wanted.length;
      };
    }

    /** Returns the number of matching bytes after one more byte. */
    private static int advance(byte[] wanted, int[] fallbacks, int before, byte next) {
      int matched = before;
      while (matched > 0 && wanted[matched] != next) {
        matched = fallbacks[matched];
      }
      return wanted[matched] == next ? matched + 1 : matched;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
