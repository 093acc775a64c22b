package dev.sluice.jobs.shuffle.request;

/** A row does not fit the memory. */
public final class OversizeRowException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long bytes;

  /**
   * @param place file and row, for the user
   * @param bytes the row has, at least
   */
  public OversizeRowException(String place, long bytes) {
    super(place);
    this.bytes = bytes;
  }

  long bytes() {
    return bytes;
  }
}
