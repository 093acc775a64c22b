package dev.sluice.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.ProgramProcess;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Starts roles again that have failed, as a supervisor would, until all of the work is done. */
final class Upkeep {
  private static final Duration PATIENCE = Duration.ofMinutes(8);
  private static final Duration POLL = Duration.ofMillis(100);

  private final Scene scene;
  private final Map<Role, ProgramProcess> living;
  private final Function<Role, ProgramProcess> start;

  /** Of roles that were started. */
  Upkeep(Scene scene, Map<Role, ProgramProcess> living, Function<Role, ProgramProcess> start) {
    this.scene = scene;
    this.living = new TreeMap<>(living);
    this.start = start;
  }

  /** The process that is a role now. */
  ProgramProcess living(Role role) {
    return living.get(role);
  }

  /** Whether some of the work is left. */
  boolean isWorkLeft() {
    ProgramProcess ingest = living.get(Role.INGEST);
    return ingest.isAlive() || ingest.await().exitCode() != 0;
  }

  /** Lets time pass in which nobody is started again. */
  void pass(Duration time) {
    living.get(Role.INGEST).hasEndedWithin(time);
  }

  /** Returns when the work is done and compares; nothing may end by itself. */
  Outcome finishAlone() {
    ProgramProcess ingest = living.get(Role.INGEST);
    Outcome outcome = scene.finish(ingest);
    living.forEach(
        (role, program) ->
            assertThat(role == Role.INGEST || program.isAlive())
                .as("%s has ended by itself: %s", role, program.err())
                .isTrue());
    return outcome;
  }

  /** Does the same, but starts again what has failed with words that say why and what to do. */
  Outcome finish() {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!living.get(Role.INGEST).hasEndedWithin(POLL) || !judge(Role.INGEST)) {
      for (Role role : living.keySet()) {
        if (role != Role.INGEST && !living.get(role).isAlive()) {
          judge(role);
        }
      }
      assertThat(System.nanoTime()).as("not done within " + PATIENCE).isLessThan(deadline);
    }
    return scene.same();
  }

  /** Whether it has done its work; else it is started again. */
  private boolean judge(Role role) {
    ProgramProcess.Ended ended = living.get(role).await();
    assertThat(ended.err()).as("stderr of " + role).doesNotContain("\tat ");
    if (ended.exitCode() == 0 && role == Role.INGEST) {
      return true;
    }
    scene
        .stage()
        .ended(
            "%s, exit code %d: %s".formatted(role.command(), ended.exitCode(), ended.lastLine()));
    assertThat(ended.exitCode()).as("exit code of %s: %s", role, ended.err()).isEqualTo(1);
    assertThat(ended.lastLine())
        .as("last line of " + role)
        .startsWith("sluice: ")
        .doesNotContain("unexpected failure")
        .containsPattern("the command|again|start the broker, or specify a different");
    living.put(role, start.apply(role));
    return false;
  }
}
