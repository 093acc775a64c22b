package dev.sluice.app.run;

import dev.sluice.app.ExitCode;
import dev.sluice.app.Failure;
import dev.sluice.app.ShellCommand;
import dev.sluice.app.output.StopText;
import dev.sluice.core.EndingFailure;
import dev.sluice.ingest.Ingest.ResetInProgressException;
import dev.sluice.ingest.UnitTurn.UnitTakenOverException;
import dev.sluice.matcher.UnitStoppedException;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Problem;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.storage.DamagedFileException;
import dev.sluice.storage.PermanentException;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.topics.record.SchemaRegistry.RegistryRefusedException;
import dev.sluice.topics.record.SchemaRegistry.RegistrySilentException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.errors.BrokerNotAvailableException;
import org.apache.kafka.common.errors.CoordinatorNotAvailableException;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.NetworkException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TimeoutException;

/** Explains the failure of a stage in words that users know. */
public final class FailureMessages {
  /** Errors of a transaction that this process has lost to another. */
  private static final List<Class<? extends Throwable>> LOST_TRANSACTION =
      List.of(
          ProducerFencedException.class,
          InvalidProducerEpochException.class,
          InvalidTxnStateException.class);

  /** Errors of a broker that does not answer. */
  private static final List<Class<? extends Throwable>> SILENCE =
      List.of(
          TimeoutException.class,
          DisconnectException.class,
          NetworkException.class,
          BrokerNotAvailableException.class,
          CoordinatorNotAvailableException.class);

  private FailureMessages() {}

  /** Returns the failure of ingest, including a reset in progress. */
  static Failure ofIngest(SluiceConfig config, Throwable error) {
    if (error instanceof ResetInProgressException held && held.asked().isPresent()) {
      ShellCommand reset = ShellCommand.of("reset");
      ShellCommand onOutput =
          config.output().path().isPresent() ? reset.on(config) : reset.with("--output", "OUT");
      return new Failure(
          "ingest: %s: wait until the reset has finished, or run `%s`, then run this command again"
              .formatted(held.getMessage(), onOutput.continuing(held.asked().get())),
          error);
    }
    return failure("ingest", config.workDirectory().orElseThrow(), error);
  }

  /**
   * Returns the failure of a role that has stopped without an exception, although nobody asked it
   * to stop.
   */
  static Failure ofStopped(String role) {
    return new Failure(role + " stopped unexpectedly; see the log for the cause");
  }

  /**
   * Returns the failure of a stage, with the innermost cause that a user can fix.
   *
   * @param directory directory that the stage writes to
   */
  public static Failure failure(String stage, Path directory, Throwable error) {
    if (error instanceof UnitStoppedException stopped) {
      return new Failure(
          "%s: run `%s` to see examples and decide, or raise near-dedup.guard"
              .formatted(stopped.getMessage(), StopText.command(stopped.output())),
          null,
          ExitCode.UNDECIDED);
    }
    return new Failure(stage + ": " + message(directory, error), error);
  }

  private static String message(Path directory, Throwable error) {
    if (error instanceof UnitTakenOverException) {
      return error.getMessage();
    }
    if (Failure.causes(error).anyMatch(FailureMessages::isLostTransaction)) {
      return "another process has taken over, or the broker ended a transaction that was idle"
          + " for too long; nothing is lost: run the command again to continue";
    }
    return ofSilence(error)
        .or(() -> ofRegistry(error).map(Throwable::getMessage))
        .orElseGet(() -> ofCause(directory, innermost(error)));
  }

  private static String ofCause(Path directory, Throwable root) {
    String message = root.getMessage() == null ? root.toString() : root.getMessage();
    if (IoRetry.isFullDisk(root)) {
      return "the disk of %s is full (%s): free some space, then run the command again"
          .formatted(directory, message);
    }
    if (root instanceof EndingFailure) { // a repaired jar or model requires a different output
      return message;
    }
    if (tellsEnough(root)) {
      return message + "; fix this, then run the command again";
    }
    return root instanceof IOException || root instanceof UncheckedIOException
        ? "%s: %s; fix this, then run the command again"
            .formatted(root.getClass().getSimpleName(), message)
        : message;
  }

  private static Throwable innermost(Throwable error) {
    return Failure.causes(error)
        .filter(at -> at.getCause() == null || tellsEnough(at))
        .findFirst()
        .orElse(error);
  }

  /**
   * Returns whether the message of an error names what failed and the remedy. The causes of such
   * errors come from a library, which names neither.
   */
  private static boolean tellsEnough(Throwable error) {
    return error instanceof PermanentException
        || error instanceof DamagedFileException
        || error instanceof EndingFailure
        || error instanceof IOException && error.getCause() instanceof RuntimeException;
  }

  private static boolean isLostTransaction(Throwable error) {
    return LOST_TRANSACTION.stream().anyMatch(type -> type.isInstance(error));
  }

  /**
   * Returns the message for the user if an error was caused by a missing answer, or empty
   * otherwise.
   */
  public static Optional<String> ofSilence(Throwable error) {
    return Failure.causes(error)
        .filter(FailureMessages::isSilence)
        .findFirst()
        .map(
            silence ->
                ("the broker did not answer in time (%s); nothing is lost: when the broker is"
                        + " reachable, run the command again to continue")
                    .formatted(silence.getMessage()));
  }

  static boolean isSilence(Throwable error) {
    return SILENCE.stream().anyMatch(kind -> kind.isInstance(error));
  }

  /** Returns the exception to throw instead if a schema registry caused the error. */
  public static Optional<RuntimeException> ofRegistry(Throwable error) {
    return Failure.causes(error).flatMap(at -> ofRegistry(at, error).stream()).findFirst();
  }

  private static Optional<RuntimeException> ofRegistry(Throwable at, Throwable error) {
    if (at instanceof RegistrySilentException) {
      return Optional.of(
          new Failure(
              at.getMessage()
                  + ": start the registry, or set a different registry under topics.registry-url;"
                  + " nothing is lost: run the command again to continue",
              error));
    }
    return at instanceof RegistryRefusedException refusal
        ? Optional.of(new ConfigException(List.of(problem(refusal))))
        : Optional.empty();
  }

  private static Problem problem(RegistryRefusedException refusal) {
    return refusal.isUnauthorized()
        ? new Problem(
            "topics.registry-properties",
            "",
            refusal.getMessage()
                + ": set basic.auth.user.info or bearer.auth.token, as the registry requires")
        : new Problem(
            "topics.registry-url",
            "",
            refusal.getMessage()
                + ": choose a registry that accepts the request; some registries have Confluent's"
                + " REST API under a path, such as /apis/ccompat/v7");
  }
}
