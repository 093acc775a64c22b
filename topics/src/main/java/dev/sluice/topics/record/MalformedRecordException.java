package dev.sluice.topics.record;

/** The bytes of a record are not what its topic holds. */
public final class MalformedRecordException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Says what is wrong with the bytes. */
  public MalformedRecordException(String message) {
    super(message);
  }

  /** Says what is wrong with the bytes, with the decoder's word for it. */
  public MalformedRecordException(String message, Throwable cause) {
    super(message, cause);
  }
}
