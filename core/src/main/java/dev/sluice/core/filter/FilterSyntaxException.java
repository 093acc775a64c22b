package dev.sluice.core.filter;

/** A text is no filter. The message says what was found where, and what is allowed there. */
public final class FilterSyntaxException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final int position;

  FilterSyntaxException(int position, String found, String allowed) {
    super("found %s at character %d; allowed: %s".formatted(found, position, allowed));
    this.position = position;
  }

  /** The number of the first character that is wrong, counted from 1 in code points. */
  public int position() {
    return position;
  }
}
