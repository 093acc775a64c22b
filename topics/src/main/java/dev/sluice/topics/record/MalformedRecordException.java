package dev.sluice.topics.record;

/** Thrown if a record does not have the content that its topic requires. */
public final class MalformedRecordException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Creates an exception with the reason. */
  public MalformedRecordException(String message) {
    super(message);
  }

  /** Creates an exception with the reason and the decoder's exception. */
  public MalformedRecordException(String message, Throwable cause) {
    super(message, cause);
  }
}
