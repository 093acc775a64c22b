package dev.sluice.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.ProgramProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Incidents among processes. */
final class Processes {
  private static final int MOST_CUTS = 25;

  private Processes() {}

  private static int someCuts(Scene scene) {
    return 1 + scene.random().nextInt(MOST_CUTS);
  }

  static Outcome allKilled(Scene scene) {
    Map<Role, ProgramProcess> all = scene.startAll(someCuts(scene));
    all.values().forEach(ProgramProcess::kill);
    scene.start(Role.BROKER);
    return scene.finish(scene.startRoles().get(Role.INGEST));
  }

  static Outcome brokerRestarted(Scene scene) {
    Map<Role, ProgramProcess> all = scene.startAll(someCuts(scene));
    all.get(Role.BROKER).terminate();
    all.get(Role.BROKER).await().with(143);
    scene.start(Role.BROKER);
    return scene.finish(all.get(Role.INGEST));
  }

  static Outcome twoIngests(Scene scene) {
    scene.start(Role.BROKER);
    scene.startAllButIngest();
    List<ProgramProcess> ingests = new ArrayList<>();
    for (String name : List.of("ingest", "ingest-b", "ingest-c")) {
      ingests.add(scene.startAnother(Role.INGEST, name));
    }
    for (ProgramProcess ingest : ingests) {
      ProgramProcess.Ended ended = ingest.await();
      assertThat(ended.exitCode()).as("exit code; stderr:%n%s", ended.err()).isIn(0, 1);
      assertThat(ended.err()).doesNotContain("\tat ");
    }
    return scene.finish(scene.start(Role.INGEST));
  }

  static Outcome pausedSink(Scene scene) {
    return replaced(scene, Role.SINK);
  }

  static Outcome pausedMatcher(Scene scene) {
    return replaced(scene, Role.MATCHER);
  }

  static Outcome pausedStreams(Scene scene) {
    return replaced(scene, Role.STREAMS);
  }

  /** It knows nothing of the time in which another did its work. */
  private static Outcome replaced(Scene scene, Role role) {
    Map<Role, ProgramProcess> all = scene.startAll(1);
    ProgramProcess paused = all.get(role);
    paused.suspend();
    ProgramProcess other = scene.startAnother(role, "other");
    Outcome outcome = scene.finish(all.get(Role.INGEST));
    paused.resume();
    // What it may do now it does within a session; a second ingest gives it the time.
    scene.start(Role.INGEST).await().with(0);
    other.terminate();
    other.await().with(143);
    paused.terminate();
    assertThat(paused.await().exitCode()).as("the one that was paused").isIn(1, 143);
    assertThat(paused.err()).doesNotContain("\tat ");
    scene.same();
    return outcome;
  }

  static Outcome handedOver(Scene scene) {
    Map<Role, ProgramProcess> all = scene.startAll(someCuts(scene));
    scene.startAnother(Role.STREAMS, "streams-b");
    scene.startAnother(Role.SINK, "sink-b");
    for (Role role : List.of(Role.STREAMS, Role.SINK)) {
      all.get(role).terminate();
      all.get(role).await().with(143);
    }
    return scene.finish(all.get(Role.INGEST));
  }

  static Outcome typedAgain(Scene scene) {
    scene.start(Role.RUN).await().with(0);
    ProgramProcess.Ended again = scene.start(Role.RUN).await().with(0);
    assertThat(again.out()).startsWith("Nothing new");
    return scene.same();
  }
}
