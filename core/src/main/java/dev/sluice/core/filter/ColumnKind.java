package dev.sluice.core.filter;

/** The kinds of columns, as far as comparing their values goes. */
public enum ColumnKind {
  /** True or false, as Boolean. */
  BOOLEAN("boolean", "true, false"),

  /** Whole numbers of at most 64 bits, with sign, as Long. */
  INTEGER("integer", "a number"),

  /** Floating-point numbers, also infinities and NaN, as Double. */
  FLOATING("floating-point", "a number"),

  /** Strings, as the bytes of a ByteBuffer with an array, in UTF-8. */
  STRING("string", "a string in quotes"),

  /** Null in every row, because the column is missing: can be compared with everything. */
  NOTHING("always null", "anything"),

  /** All other columns, such as lists: their values, any objects, can only be present or null. */
  OTHER("neither boolean, 64-bit number nor string", "is null, is not null");

  private final String description;
  private final String allowed;

  ColumnKind(String description, String allowed) {
    this.description = description;
    this.allowed = allowed;
  }

  /** The operands that values of this kind can be compared with, in words. */
  String allowed() {
    return allowed;
  }

  boolean isNumber() {
    return this == INTEGER || this == FLOATING;
  }

  /** Whether columns of these kinds can be compared with each other. */
  boolean isComparableWith(ColumnKind other) {
    boolean alike = this == other || isNumber() && other.isNumber();
    return this == NOTHING || other == NOTHING || this != OTHER && alike;
  }

  /** The kind in words, for messages. */
  @Override
  public String toString() {
    return description;
  }
}
