package dev.sluice.core.filter;

/** What the values of a column are, as far as comparing them goes. */
public enum ColumnKind {
  /** True or false. */
  BOOLEAN("boolean", "true, false"),

  /** Whole numbers of at most 64 bits, with sign. */
  INTEGER("integer", "a number"),

  /** Doubles, also infinities and NaN. */
  FLOATING("floating-point", "a number"),

  /** UTF-8. */
  STRING("string", "a string in quotes"),

  /** Null in every row, because the column is missing: can be compared with everything. */
  NOTHING("always null", "anything"),

  /** Anything else, such as lists: these can only be present or null. */
  OTHER("neither boolean, 64-bit number nor string", "is null, is not null");

  private final String description;
  private final String allowed;

  ColumnKind(String description, String allowed) {
    this.description = description;
    this.allowed = allowed;
  }

  /** What values of this kind can be compared with, in words. */
  String allowed() {
    return allowed;
  }

  /** Whether values may be of this kind, if there are any. */
  boolean mayBe(ColumnKind kind) {
    return this == kind || this == NOTHING;
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
