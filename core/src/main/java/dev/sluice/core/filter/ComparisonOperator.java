package dev.sluice.core.filter;

import java.util.Arrays;

/** A comparison operator, as the set of signs of a comparison that it accepts. */
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

  /** The operator of a symbol, also of {@code =} and {@code <>}. */
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

  /** The negated operator. */
  ComparisonOperator negated() {
    return of(!less, !equal, !greater);
  }

  /** The operator for exchanged sides. */
  ComparisonOperator mirrored() {
    return of(greater, equal, less);
  }

  boolean isOrder() {
    return less != greater;
  }

  /** Whether it holds for values whose comparison has this sign. */
  boolean accepts(int sign) {
    return sign < 0 ? less : sign == 0 ? equal : greater;
  }

  @Override
  public String toString() {
    return symbol;
  }
}
