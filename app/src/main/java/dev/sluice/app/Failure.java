package dev.sluice.app;

import java.util.Objects;
import java.util.stream.Stream;

/**
 * The work failed for a reason that the user can understand: exit code 1. The message, the last
 * line on stderr, says what, where, and what to do about it.
 */
public final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A failure that needs no cause in the log. */
  public Failure(String message) {
    super(message);
  }

  /** A failure whose cause belongs in the log. */
  public Failure(String message, Throwable cause) {
    super(message, cause);
  }

  /** An error and its causes, outermost first; at most 20, because causes may form a circle. */
  public static Stream<Throwable> causes(Throwable error) {
    return Stream.iterate(error, Objects::nonNull, Throwable::getCause).limit(20);
  }
}
