package dev.sluice.app;

import java.util.Objects;
import java.util.stream.Stream;

/**
 * Thrown if the work failed for a reason that the user can understand. The process then ends with
 * exit code 1, unless the failure has another one. The message, which is the last line on stderr,
 * states what failed, where, and what to do about it.
 */
public final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  /** Creates a failure whose cause does not appear in the log. */
  public Failure(String message) {
    this(message, null);
  }

  /** Creates a failure whose cause appears in the log. */
  public Failure(String message, Throwable cause) {
    this(message, cause, ExitCode.FAILED);
  }

  /** Creates a failure with the given exit code. */
  public Failure(String message, Throwable cause, int exitCode) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  /** Returns the exit code of the process. */
  public int exitCode() {
    return exitCode;
  }

  /**
   * Returns an error and its causes, starting with the error itself. Returns at most 20, because
   * causes may form a cycle.
   */
  public static Stream<Throwable> causes(Throwable error) {
    return Stream.iterate(error, Objects::nonNull, Throwable::getCause).limit(20);
  }
}
