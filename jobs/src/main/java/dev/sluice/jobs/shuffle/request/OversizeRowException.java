package dev.sluice.jobs.shuffle.request;

/** A row does not fit into memory. */
public final class OversizeRowException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long bytes;

  /**
   * @param place file and row, for messages
   * @param bytes of the row, at least
   */
  public OversizeRowException(String place, long bytes) {
    super(place);
    this.bytes = bytes;
  }

  long bytes() {
    return bytes;
  }
}
