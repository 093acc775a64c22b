package dev.sluice.bands;

/** Another worker has published a batch of this band that was made here in another way. */
final class OvertakenException extends Exception {
  private static final long serialVersionUID = 1L;

  OvertakenException(String message) {
    super(message);
  }
}
