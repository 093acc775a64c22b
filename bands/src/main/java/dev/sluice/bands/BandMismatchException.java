package dev.sluice.bands;

/** The files of a band and its topic do not belong together, or the topic has lost records. */
final class BandMismatchException extends Exception {
  private static final long serialVersionUID = 1L;

  BandMismatchException(String message) {
    super(message);
  }
}
