package dev.sluice.ingest;

import dev.sluice.core.Unit;
import dev.sluice.topics.progress.Reset;

/** Something is being forgotten: what is read now would be neither before nor behind it. */
public final class ResetUnderWayException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private ResetUnderWayException(String message) {
    super(message);
  }

  static ResetUnderWayException of(String asked) {
    return new ResetUnderWayException(
        "the reset of %s was begun and is not finished: let `sluice %s` finish, or type it again, then this command"
            .formatted(asked, Reset.command(asked)));
  }

  /** Of a unit whose ingest stood still while it was forgotten. */
  static ResetUnderWayException forgotten(Unit unit) {
    return new ResetUnderWayException(
        "unit %s was forgotten by a reset: type the same command again to read its files as a new unit"
            .formatted(unit.id()));
  }
}
