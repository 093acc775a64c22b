package dev.sluice.app.run;

import dev.sluice.app.health.Health;
import dev.sluice.app.output.DiskGuard;
import dev.sluice.app.output.StopRequest;
import dev.sluice.core.work.ClockWatch;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The roles that run in this process: all roles for {@code run}, or one role. If one fails, all are
 * stopped. They stop at the same time, as separate processes would: no role needs another in order
 * to stop cleanly, and each spends the time waiting for the broker.
 *
 * <p>Used by one thread.
 */
final class Pipeline implements AutoCloseable {
  private static final long POLL_MILLIS = 100;

  private final Health health;
  private final DiskGuard disks;
  private final StopRequest stop;

  /**
   * The roles, most recently started first. Ingest starts last and the sink first. If several fail,
   * the error of a role that reads says more than that of a role that writes, so it is reported.
   */
  private final List<RunningRole> roles = new ArrayList<>();

  private final ClockWatch clock = ClockWatch.ofMachine();

  Pipeline(Health health, DiskGuard disks, StopRequest stop) {
    this.health = health;
    this.disks = disks;
    this.stop = stop;
  }

  /** A condition that ends a wait. */
  @FunctionalInterface
  interface Condition {
    boolean isMet() throws IOException;
  }

  /** Adds a role that has just been started. */
  <R extends RunningRole> R add(R role) {
    roles.add(0, role);
    return role;
  }

  /**
   * Waits until the condition holds. Halts the process if its clock is set back.
   *
   * @throws dev.sluice.app.Failure when a role fails, or a disk stays full
   * @throws InterruptedException when the process is asked to stop
   */
  void runUntil(Condition end) throws IOException, InterruptedException {
    while (true) {
      stop.check();
      clock.movedBack().ifPresent(Pipeline::halt);
      for (RunningRole role : roles) {
        role.check();
      }
      health.enter(Health.ofState(roles.stream().allMatch(RunningRole::isReady)));
      if (end.isMet()) {
        return;
      }
      disks.hasRoom();
      Thread.sleep(POLL_MILLIS);
    }
  }

  private static void halt(Duration back) {
    Halt.end(
        "the clock of this machine was set back by %d s, and Kafka would wait until the clock has caught up; run the command again to continue"
            .formatted(back.toSeconds()));
  }

  /**
   * Stops all roles and waits for them, even if the caller is interrupted. The caller is then no
   * longer interrupted: what it closes next must not fail because of a stop that {@link
   * StopRequest} remembers. Throws the exception of a role that cannot stop, after the others have
   * stopped.
   */
  @Override
  public void close() {
    CompletableFuture<?>[] stops =
        roles.stream()
            .map(
                role ->
                    CompletableFuture.runAsync(
                        role::close, stop -> new Thread(stop, "stop-role").start()))
            .toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(stops).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException unchecked ? unchecked : e;
    } finally {
      Thread.interrupted();
    }
  }

  /** A role of the main job while it runs in this process. Used by one thread. */
  interface RunningRole extends AutoCloseable {
    /**
     * Checks that the role is working or has done its work.
     *
     * @throws dev.sluice.app.Failure if the role has failed
     */
    void check() throws InterruptedException;

    /**
     * Returns whether the role processes records. A role with state does so only after its state is
     * restored.
     */
    default boolean isReady() {
      return true;
    }

    /** Stops the role and waits until it has stopped. */
    @Override
    void close();
  }

  /**
   * A role that runs on separate threads until it is closed: topology, matcher or sink.
   *
   * @param directory directory that the role writes to
   * @param failure reason why the role has ended, if it has failed
   * @param ready whether the role already processes records
   */
  record Service(
      String name,
      Path directory,
      Supplier<Optional<Throwable>> failure,
      End end,
      BooleanSupplier ready,
      Runnable closing)
      implements RunningRole {
    /** Waits for the end of a service's threads. */
    @FunctionalInterface
    interface End {
      /**
       * Waits until the threads have ended or the time has passed, and returns whether they have
       * ended.
       */
      boolean await(Duration time) throws InterruptedException;
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
}
