package dev.sluice.ingest;

/** A dump is being forgotten: what is read now would be neither before nor behind it. */
public final class ResetUnderWayException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  ResetUnderWayException(String dump) {
    super(
        "the reset of %s was begun and is not finished: let `sluice reset --dump %s` finish, or type it again, then this command"
            .formatted(dump, dump));
  }
}
