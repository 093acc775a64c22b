package dev.sluice.ingest;

import dev.sluice.core.Unit;
import java.util.Optional;

/** Something is being forgotten: what is read now would be neither before nor behind it. */
public final class ResetUnderWayException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Empty where no reset is to be finished. */
  private final String asked;

  private ResetUnderWayException(String message, String asked) {
    super(message);
    this.asked = asked;
  }

  static ResetUnderWayException of(String asked) {
    return new ResetUnderWayException(
        "the reset of %s was begun and is not finished".formatted(asked), asked);
  }

  /** Of a unit whose ingest stood still while it was forgotten. */
  static ResetUnderWayException forgotten(Unit unit) {
    return new ResetUnderWayException(
        "unit %s was forgotten by a reset: type the same command again to read its files as a new unit"
            .formatted(unit.id()),
        "");
  }

  /** What the reset was asked for that is to be finished first, if there is one. */
  public Optional<String> asked() {
    return Optional.of(asked).filter(what -> !what.isEmpty());
  }
}
