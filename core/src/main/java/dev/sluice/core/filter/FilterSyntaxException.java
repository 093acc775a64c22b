package dev.sluice.core.filter;

/** A text is not a valid filter. The message names what was found, its position, and what was expected. */
public final class FilterSyntaxException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final int position;

  FilterSyntaxException(int position, String found, String allowed) {
    super("found %s at character %d; expected %s".formatted(found, position, allowed));
    this.position = position;
  }

  /** The position of the first invalid character, counted from 1 in code points. */
  public int position() {
    return position;
  }
}
