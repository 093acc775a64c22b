package dev.sluice.app.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** A role that runs on its threads until it is closed: topology, band workers or sink. */
final class ServiceRole implements RunningRole {
  private final String name;
  private final Path directory;
  private final Supplier<Optional<Throwable>> failure;
  private final End end;
  private final BooleanSupplier ready;
  private final Runnable closing;

  /** Waits for the end of a service's threads. */
  @FunctionalInterface
  interface End {
    /** Whether they have ended within this time. */
    boolean await(Duration time) throws InterruptedException;
  }

  /**
   * A role that has been started.
   *
   * @param directory that it writes to
   * @param failure why it has ended, if it has failed
   * @param ready whether it takes records already
   */
  ServiceRole(
      String name,
      Path directory,
      Supplier<Optional<Throwable>> failure,
      End end,
      BooleanSupplier ready,
      Runnable closing) {
    this.name = name;
    this.directory = directory;
    this.failure = failure;
    this.end = end;
    this.ready = ready;
    this.closing = closing;
  }

  @Override
  public boolean isReady() {
    return ready.getAsBoolean();
  }

  @Override
  public void check() throws InterruptedException {
    Optional<Throwable> error = failure.get();
    if (error.isPresent()) {
      throw FailureMessages.failure(name, directory, error.get());
    }
    if (end.await(Duration.ZERO)) {
      throw FailureMessages.ofStopped(name);
    }
  }

  @Override
  public void close() {
    closing.run();
  }
}
