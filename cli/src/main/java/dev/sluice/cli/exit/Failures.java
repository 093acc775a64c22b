package dev.sluice.cli.exit;

import dev.sluice.app.ExitCode;
import dev.sluice.app.Failure;
import dev.sluice.app.logging.Logging;
import dev.sluice.app.run.FailureMessages;
import dev.sluice.core.EndingFailure;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Problem;
import dev.sluice.storage.IoMessage;
import dev.sluice.storage.output.Manifests.CounterMismatchException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/**
 * Turns exceptions of commands into messages on stderr and an exit code. It never prints a stack
 * trace.
 */
public final class Failures implements IExecutionExceptionHandler {
  @Override
  public int handleExecutionException(
      Exception exception, CommandLine command, ParseResult parsed) {
    PrintWriter err = command.getErr();
    int exitCode = report(exception, err);
    err.flush();
    return exitCode;
  }

  private static int report(Exception exception, PrintWriter err) {
    if (exception instanceof ConfigException config) {
      for (Problem problem : config.problems()) {
        err.println("sluice: " + oneLine(problem.toString()));
      }
      return ExitCode.USAGE;
    }
    if (exception instanceof CleanStop.StoppedException) {
      return ExitCode.STOPPED;
    }
    if (exception instanceof Failure failure) {
      fail(failure.getMessage(), failure.getCause(), err);
      return failure.exitCode();
    }
    if (exception instanceof CounterMismatchException || exception instanceof EndingFailure) {
      return fail(exception.getMessage(), exception.getCause(), err);
    }
    Optional<RuntimeException> registry = FailureMessages.ofRegistry(exception);
    if (registry.isPresent()) {
      return report(registry.get(), err);
    }
    return FailureMessages.ofSilence(exception)
        .or(() -> access(exception).map(IoMessage::of))
        .map(message -> fail(message, exception, err))
        .orElseGet(() -> reportUnforeseen(exception, err));
  }

  /**
   * Reports a failure with its own message.
   *
   * @param trace exception whose stack trace is logged; null if there is none
   */
  private static int fail(String message, Throwable trace, PrintWriter err) {
    Optional.ofNullable(trace).ifPresent(Logging::recordTrace);
    err.println("sluice: " + oneLine(message));
    return ExitCode.FAILED;
  }

  /** Returns an error of a file or an object that the error's message names. */
  private static Optional<IOException> access(Exception exception) {
    if (exception instanceof UncheckedIOException unchecked) {
      return Optional.of(unchecked.getCause());
    }
    return exception instanceof IOException failure ? Optional.of(failure) : Optional.empty();
  }

  /** Reports an unexpected failure. */
  public static int reportUnforeseen(Throwable failure, PrintWriter err) {
    Logging.recordTrace(failure);
    String trace =
        Logging.file()
            .map(file -> "the stack trace is in " + file)
            .orElse("run the command with -v for the stack trace");
    err.println("sluice: unexpected failure: " + oneLine(failure.toString()) + "; " + trace);
    err.flush();
    return ExitCode.FAILED;
  }

  private static String oneLine(String text) {
    return text.strip().replaceAll("\\s*[\\r\\n]+\\s*", " ");
  }
}
