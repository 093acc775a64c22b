package dev.sluice.it.campaign;

import dev.sluice.it.ProgramProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * One role as somebody who keeps it alive sees it: a process, struck now and then, and started with
 * the same command whenever it has ended before the work is done.
 */
final class Actor implements Runnable {
  private static final Set<Act> ENDING_AT_ONCE = EnumSet.of(Act.KILL, Act.TERMINATE_TWICE);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final int MOST_STARTS = 25;
  private static final int CLEARING_POLLS = 300;

  private final Stage stage;
  private final Role role;
  private final Deque<Blow> blows;
  private final Thread thread;
  private volatile boolean over;
  private volatile Optional<ProgramProcess> living = Optional.empty();
  private volatile boolean killedLast;

  Actor(Stage stage, Role role, List<Blow> blows) {
    this.stage = stage;
    this.role = role;
    this.blows = new ArrayDeque<>(blows);
    this.thread = new Thread(this, role.command());
    thread.setUncaughtExceptionHandler(
        (failed, error) -> stage.complain(role.command() + ": the campaign failed: " + error));
  }

  void start() {
    thread.start();
  }

  /** Ends the process cleanly, and waits for it. */
  void leave() throws InterruptedException {
    over = true;
    thread.join();
  }

  /** Whether its last process was killed, and none came after it to clear away what it has left. */
  boolean wasKilledLast() {
    return killedLast;
  }

  /** Has the threads of the process written to its stderr, for those who look into it later. */
  void dumpThreads() {
    living.ifPresent(ProgramProcess::dumpThreads);
  }

  @Override
  public void run() {
    int starts = 0;
    while (!over && !(stage.isFinished() && role.isWork())) {
      if (++starts > MOST_STARTS) {
        stage.complain(role.command() + " ended again and again");
        stage.finish();
        return;
      }
      if (!role.needsBroker() || brokerIsThere()) {
        live();
      }
    }
  }

  private boolean brokerIsThere() {
    while (!stage.isReadyFor(role)) {
      if (over) {
        return false;
      }
      pause();
    }
    return true;
  }

  private static void pause() {
    LockSupport.parkNanos(POLL.toNanos());
  }

  private void live() {
    Debugger debugger = Debugger.listen();
    Path place = stage.directory();
    try (debugger;
        ProgramProcess program =
            ProgramProcess.start(place, place, debugger.jvmOptions(), stage.arguments(role))) {
      living = Optional.of(program);
      debugger.connect();
      Optional<Blow> blow = Optional.ofNullable(blows.poll());
      boolean struck = blow.isPresent() && strike(blow.get(), program, debugger);
      if (!struck) {
        debugger.release();
      }
      if (role != Role.BROKER) {
        stage.opened();
      }
      boolean clearsAway = killedLast;
      killedLast = struck && ENDING_AT_ONCE.contains(blow.get().strike().act());
      boolean stopping = struck && blow.get().strike().act() == Act.TERMINATE;
      boolean told = awaitEnd(program, stopping, clearsAway);
      new Ending(stage, role, program.await()).judge(struck ? blow : Optional.empty(), told);
    } finally {
      living = Optional.empty();
    }
  }

  /** Whether the blow fell; otherwise the process has ended, or all is over. */
  private boolean strike(Blow blow, ProgramProcess program, Debugger debugger) {
    blow.aim().ifPresent(aim -> debugger.arm(List.of(aim)));
    debugger.go();
    boolean reached =
        blow.aim().isPresent()
            ? debugger.awaitHit(() -> over).isPresent()
            : !program.hasEndedWithin(
                    stage.time().multipliedBy(Math.round(blow.fraction() * 1_000)).dividedBy(1_000))
                && !over;
    if (reached) {
      blow.strike().act().on(program, debugger);
      stage.fell(blow);
    }
    return reached;
  }

  /**
   * Waits for the end of the process; whether it was told to, because all is over. One that is
   * stopping already is not told: a second signal would end it at once.
   *
   * @param clearsAway what its killed predecessor has left; it is given some time to begin with
   *     that
   */
  private boolean awaitEnd(ProgramProcess program, boolean stopping, boolean clearsAway) {
    int polls = 0;
    while (!program.hasEndedWithin(POLL)) {
      boolean busy = clearsAway && polls++ < CLEARING_POLLS && stage.hasTemporaryFiles();
      if (over && !stopping && !busy) {
        program.terminate();
        return true;
      }
    }
    return false;
  }
}
