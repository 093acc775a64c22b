package dev.sluice.core.filter;

import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/**
 * A condition on the columns of a row, written by a user. Equal filters have the same {@link
 * #toString}, which does not depend on white space, on the spelling of operators and literals, on
 * redundant parentheses or on the place of negations.
 */
public final class Filter {
  /** The maximum number of characters of a filter, also in its canonical form. */
  public static final int MAX_LENGTH = 1 << 16;

  /** The maximum number of parentheses that may be open at once. */
  public static final int MAX_DEPTH = 100;

  private final Expression expression;
  private final String canonical;

  private Filter(Expression expression) {
    this.expression = expression;
    this.canonical = expression.toString();
  }

  /**
   * Parses a filter.
   *
   * @throws SyntaxException if the text is not a filter, is too long, or is nested too deeply
   */
  public static Filter parse(String text) {
    requireLength("", text);
    requireUnicode(text);
    Filter filter = new Filter(new FilterParser(text).parse());
    requireLength(" in its canonical form", filter.canonical);
    return filter;
  }

  private static void requireLength(String form, String text) {
    if (text.length() > MAX_LENGTH) {
      throw new SyntaxException(
          MAX_LENGTH + 1,
          "more than %,d characters%s".formatted(MAX_LENGTH, form),
          "a shorter filter");
    }
  }

  /** Rejects unpaired surrogates, which would become question marks in UTF-8. */
  private static void requireUnicode(String text) {
    int position = 1;
    for (int at = 0; at < text.length(); at = text.offsetByCodePoints(at, 1)) {
      int codePoint = text.codePointAt(at);
      if (Character.getType(codePoint) == Character.SURROGATE) {
        throw new SyntaxException(
            position, "an unpaired surrogate (U+%04X)".formatted(codePoint), "a valid character");
      }
      position++;
    }
  }

  /** Returns the columns that the filter compares, each once, in the order of the text. */
  public List<String> columns() {
    return expression.columns().distinct().toList();
  }

  /**
   * Binds the filter to columns.
   *
   * @param kinds kinds of all existing columns, by name; dots separate the fields of structs
   * @throws BindingException with all problems, if a column does not exist or cannot be compared as
   *     written
   */
  public BoundFilter bind(Map<String, ColumnKind> kinds) {
    List<String> columns = columns();
    FilterBinding binding = new FilterBinding(columns, kinds);
    Predicate<IntFunction<Object>> condition = expression.bind(binding);
    if (!binding.problems().isEmpty()) {
      throw new BindingException(binding.problems());
    }
    return new BoundFilter(columns, condition);
  }

  /** Returns whether the other object is a filter with the same canonical form. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Filter filter && expression.equals(filter.expression);
  }

  @Override
  public int hashCode() {
    return canonical.hashCode();
  }

  /**
   * Returns the canonical form. It is equal for all spellings of a filter, and parses to an equal
   * filter.
   */
  @Override
  public String toString() {
    return canonical;
  }

  /**
   * Thrown if a text is not a valid filter. The message names what was found, its position, and
   * what was expected.
   */
  public static final class SyntaxException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final int position;

    SyntaxException(int position, String found, String allowed) {
      super("found %s at character %d; expected %s".formatted(found, position, allowed));
      this.position = position;
    }

    /** Returns the position of the first invalid character. Positions count code points from 1. */
    public int position() {
      return position;
    }
  }

  /**
   * Thrown if a filter does not match the columns of the data. The message contains all problems.
   */
  public static final class BindingException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final transient List<String> problems;

    BindingException(List<String> problems) {
      super(String.join("\n", problems));
      this.problems = List.copyOf(problems);
    }

    /** Returns one line for each problem, in the order of the filter. */
    public List<String> problems() {
      return problems;
    }
  }

  /**
   * A filter whose columns have known kinds, ready to be evaluated. Safe for use by many threads.
   */
  public static final class BoundFilter {
    private final List<String> columns;
    private final Predicate<IntFunction<Object>> condition;

    BoundFilter(List<String> columns, Predicate<IntFunction<Object>> condition) {
      this.columns = columns;
      this.condition = condition;
    }

    /**
     * Returns the columns that the filter compares, each once. Rows refer to columns by their
     * positions in this list.
     */
    public List<String> columns() {
      return columns;
    }

    /**
     * Returns whether the filter is true for a row. If nulls make the result unknown, the filter is
     * not true.
     *
     * @param row returns values by position of their column, as {@link ColumnKind} describes them;
     *     null if the row has no value
     */
    public boolean passes(IntFunction<Object> row) {
      return condition.test(row);
    }
  }
}
