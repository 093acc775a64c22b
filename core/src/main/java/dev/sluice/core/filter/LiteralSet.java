package dev.sluice.core.filter;

import java.util.List;

/** Whether a value is one of some literals, or none of them. Takes logarithmic time. */
final class LiteralSet implements ValueTest {
  private final LiteralOrder[] ascending;
  private final boolean isNegated;

  LiteralSet(ColumnKind kind, List<Literal> literals, boolean isNegated) {
    this.ascending =
        literals.stream().sorted().map(literal -> literal.order(kind)).toArray(LiteralOrder[]::new);
    this.isNegated = isNegated;
  }

  @Override
  public boolean accepts(FilterRow row, int column) {
    return isEqual(firstFrom(row, column), row, column) != isNegated;
  }

  /** The first literal that is not less than the row's value, or the number of literals. */
  private int firstFrom(FilterRow row, int column) {
    int low = 0;
    int high = ascending.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (ascending[middle].compare(row, column) > 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private boolean isEqual(int literal, FilterRow row, int column) {
    return literal < ascending.length && ascending[literal].compare(row, column) == 0;
  }
}
