package dev.sluice.app.run;

import dev.sluice.app.health.Health;
import dev.sluice.app.output.DiskGuard;
import dev.sluice.app.output.StopRequest;
import dev.sluice.core.work.ClockWatch;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The roles that run in this process: all roles for {@code run}, or one role. If one fails, all are
 * stopped. They stop in the reverse order of their start, so the sink, which is started first, can
 * write what the others have handed over.
 *
 * <p>Used by one thread.
 */
final class Pipeline implements AutoCloseable {
  private static final long POLL_MILLIS = 100;

  private final Health health;
  private final DiskGuard disks;
  private final StopRequest stop;
  private final Deque<RunningRole> roles = new ArrayDeque<>();
  private final ClockWatch clock = ClockWatch.ofMachine();

  Pipeline(Health health, DiskGuard disks, StopRequest stop) {
    this.health = health;
    this.disks = disks;
    this.stop = stop;
  }

  /** When to stop waiting. */
  @FunctionalInterface
  interface Condition {
    boolean isMet() throws IOException;
  }

  /** Adds a role that has just been started. */
  <R extends RunningRole> R add(R role) {
    roles.push(role);
    return role;
  }

  /**
   * Waits. Halts the process when its clock was moved back.
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
        "the clock of this machine was set back by %d s, and Kafka would wait until it has caught up; run the command again to continue"
            .formatted(back.toSeconds()));
  }

  @Override
  public void close() {
    try {
      if (!roles.isEmpty()) {
        roles.pop().close();
      }
    } finally {
      if (!roles.isEmpty()) {
        close();
      }
    }
  }
}
