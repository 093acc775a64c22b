package dev.sluice.sink;

/** The topic is not the one that the output was cut from, or has lost what comes next. */
public final class CutMismatchException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Says what does not fit, with both values, and the way out. */
  public CutMismatchException(String message) {
    super(message);
  }
}
