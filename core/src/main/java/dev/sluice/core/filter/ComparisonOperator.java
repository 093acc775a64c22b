package dev.sluice.core.filter;

/** How two values are compared: by the sign of the first in relation to the second. */
enum ComparisonOperator {
  EQUAL("=="),
  NOT_EQUAL("!="),
  LESS("<"),
  LESS_OR_EQUAL("<="),
  GREATER(">"),
  GREATER_OR_EQUAL(">=");

  private final String symbol;

  ComparisonOperator(String symbol) {
    this.symbol = symbol;
  }

  /** The operator of a symbol, also of {@code =} and {@code <>}. */
  static ComparisonOperator of(String symbol) {
    return switch (symbol) {
      case "=", "==" -> EQUAL;
      case "!=", "<>" -> NOT_EQUAL;
      case "<" -> LESS;
      case "<=" -> LESS_OR_EQUAL;
      case ">" -> GREATER;
      case ">=" -> GREATER_OR_EQUAL;
      default -> throw new IllegalArgumentException(symbol);
    };
  }

  /**
   * The operator that holds where this one does not. There is one because all values are ordered.
   */
  ComparisonOperator negated() {
    return switch (this) {
      case EQUAL -> NOT_EQUAL;
      case NOT_EQUAL -> EQUAL;
      case LESS -> GREATER_OR_EQUAL;
      case LESS_OR_EQUAL -> GREATER;
      case GREATER -> LESS_OR_EQUAL;
      case GREATER_OR_EQUAL -> LESS;
    };
  }

  /** The operator for exchanged sides. */
  ComparisonOperator mirrored() {
    return switch (this) {
      case EQUAL, NOT_EQUAL -> this;
      case LESS -> GREATER;
      case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
      case GREATER -> LESS;
      case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
    };
  }

  boolean isOrder() {
    return this != EQUAL && this != NOT_EQUAL;
  }

  /** Whether it holds for values whose comparison has this sign. */
  boolean accepts(int sign) {
    return switch (this) {
      case EQUAL -> sign == 0;
      case NOT_EQUAL -> sign != 0;
      case LESS -> sign < 0;
      case LESS_OR_EQUAL -> sign <= 0;
      case GREATER -> sign > 0;
      case GREATER_OR_EQUAL -> sign >= 0;
    };
  }

  @Override
  public String toString() {
    return symbol;
  }
}
