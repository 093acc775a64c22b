package dev.sluice.ingest;

import dev.sluice.core.Unit;
import java.util.Optional;

/** A reset is in progress. Documents read now would be ordered neither before nor after it. */
public final class ResetUnderWayException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Empty if no reset has to be finished. */
  private final String asked;

  private ResetUnderWayException(String message, String asked) {
    super(message);
    this.asked = asked;
  }

  static ResetUnderWayException of(String asked) {
    return new ResetUnderWayException(
        "the reset of %s has started and is not finished".formatted(asked), asked);
  }

  /** Creates an exception for a unit that was forgotten while its ingest stood still. */
  static ResetUnderWayException forgotten(Unit unit) {
    return new ResetUnderWayException(
        "unit %s was forgotten by a reset: run the command again to read its files as a new unit"
            .formatted(unit.id()),
        "");
  }

  /** The request of the reset that has to be finished first, if any. */
  public Optional<String> asked() {
    return Optional.of(asked).filter(what -> !what.isEmpty());
  }
}
