package dev.sluice.core.filter;

/** The kinds of columns. The kind decides how values are compared. */
public enum ColumnKind {
  /** True or false, as a Boolean. */
  BOOLEAN("boolean", "true, false"),

  /** Signed whole numbers of at most 64 bits, as a Long. */
  INTEGER("integer", "a number"),

  /** Floating-point numbers, including infinities and NaN, as a Double. */
  FLOATING("floating-point", "a number"),

  /** Strings in UTF-8, as a ByteBuffer with an array. */
  STRING("string", "a string in quotes"),

  /** Always null, because the column is missing. Can be compared with everything. */
  NOTHING("always null", "anything"),

  /**
   * All other columns, such as lists. Their values, which can be any objects, can only be present
   * or null.
   */
  OTHER("not a boolean, 64-bit number or string", "is null or is not null");

  private final String description;
  private final String allowed;

  ColumnKind(String description, String allowed) {
    this.description = description;
    this.allowed = allowed;
  }

  /** Returns, in words, the operands with which values of this kind can be compared. */
  String allowed() {
    return allowed;
  }

  boolean isNumber() {
    return this == INTEGER || this == FLOATING;
  }

  /** Returns whether columns of these kinds can be compared with each other. */
  boolean isComparableWith(ColumnKind other) {
    boolean alike = this == other || isNumber() && other.isNumber();
    return this == NOTHING || other == NOTHING || this != OTHER && alike;
  }

  /** Returns the kind in words. Messages use it. */
  @Override
  public String toString() {
    return description;
  }
}
