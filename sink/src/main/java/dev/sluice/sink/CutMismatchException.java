package dev.sluice.sink;

/**
 * The topic is not the one that the output was cut from, or has lost records that follow the cut.
 */
public final class CutMismatchException extends Exception {
  private static final long serialVersionUID = 1L;

  /** An exception whose message names both values and a remedy. */
  public CutMismatchException(String message) {
    super(message);
  }
}
