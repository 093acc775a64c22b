package dev.sluice.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.Output;
import dev.sluice.it.ProgramProcess;
import dev.sluice.it.Sources;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;

/** Incidents while a dump is forgotten. The end is a reset, and its files read again. */
final class Resets {
  /** Where a sink that stands still has yet to publish, to record or to trim. */
  private static final List<Point> LATE =
      List.of(
          Point.SHARD_BEFORE_PUBLISH,
          Point.SHARD_LINKED,
          Point.CUT_BEFORE_RECORD,
          Point.CUT_RECORDED,
          Point.CUT_BEFORE_DELETE_RECORDS);

  private static final int MOST_HITS = 8;
  private static final int MOST_KILLS = 3;
  private static final int MOST_CUTS = 8;
  private static final Duration POLL = Duration.ofMillis(20);
  private static final int LATEST_MILLIS = 8_000;

  private Resets() {}

  /**
   * The files of an output after a reset that nobody disturbs, and after the input was read again.
   */
  private record Expected(
      SortedMap<String, String> forgotten, SortedMap<String, String> readAgain) {
    static Expected of(Scene scene, String dump) {
      Path copy = scene.directory().resolve("undisturbed");
      Sources.copy(scene.stage().reference().output(), copy);
      scene.start(command(scene, Role.RUN, "reset", copy, options(dump))).await().with(0);
      SortedMap<String, String> forgotten = new Output(copy).files();
      scene.start(command(scene, Role.RUN, "run", copy)).await().with(0);
      return new Expected(forgotten, new Output(copy).files());
    }
  }

  /** What is always typed for a role, for another verb and output. */
  static List<String> command(Scene scene, Role role, String verb, Path output, String... more) {
    List<String> arguments = new ArrayList<>(scene.stage().arguments(role));
    arguments.set(0, verb);
    arguments.set(arguments.indexOf("--output") + 1, output.toString());
    arguments.addAll(Arrays.asList(more));
    return arguments;
  }

  /** Some units hold rows of several dumps. */
  static String[] options(String dump) {
    return new String[] {"--dump", dump, "--units"};
  }

  private static void assertSame(SortedMap<String, String> expected, Output output) {
    assertThat(Round.differences(expected, output.files())).as("differences").isEmpty();
    output.hasNoLeftovers();
  }

  /**
   * It stands still within a cut of rows that are forgotten meanwhile, and then goes on with it.
   */
  static Outcome lateSink(Scene scene) {
    String dump = new Output(scene.stage().reference().output()).dumps().get(0);
    Expected expected = Expected.of(scene, dump);
    scene.start(Role.BROKER);
    scene.roles().stream()
        .filter(role -> role != Role.SINK && role != Role.INGEST)
        .forEach(scene::start);
    Aim aim =
        new Aim(
            LATE.get(scene.random().nextInt(LATE.size())), 1 + scene.random().nextInt(MOST_HITS));
    try (Debugger debugger = Debugger.listen()) {
      ProgramProcess late = scene.startUnder(debugger, Role.SINK);
      debugger.connect();
      debugger.arm(List.of(aim));
      debugger.go();
      ProgramProcess ingest = scene.start(Role.INGEST);
      assertThat(debugger.awaitHit(() -> ingest.hasEndedWithin(Duration.ZERO))).isPresent();
      late.suspend();
      ProgramProcess other = scene.startAnother(Role.SINK, "other");
      ingest.await().with(0);
      List<String> reset =
          command(scene, Role.SINK, "reset", scene.stage().output(), options(dump));
      reset.set(reset.indexOf("--work-dir") + 1, "reset");
      scene.start(reset).await().with(0);
      late.resume();
      debugger.release();
      scene.start(Role.INGEST).await().with(0);
      for (ProgramProcess sink : List.of(late, other)) {
        sink.terminate();
        assertThat(sink.await().exitCode()).as("a sink; stderr:%n%s", sink.err()).isIn(1, 143);
        assertThat(sink.err()).doesNotContain("\tat ");
      }
    }
    assertSame(expected.readAgain(), scene.output());
    return Outcome.SAME;
  }

  /** Killed when some partitions have cut at its record and others not, or at any time. */
  static Outcome killedHalfWay(Scene scene) {
    Path output = scene.stage().output();
    Sources.copy(scene.stage().reference().output(), output);
    String dump = scene.output().dumps().get(0);
    Expected expected = Expected.of(scene, dump);
    List<String> reset = command(scene, Role.RUN, "reset", output, options(dump));
    int kills = 1 + scene.random().nextInt(MOST_KILLS);
    for (int kill = 0; kill < kills; kill++) {
      int cuts = scene.output().cuts() + 1 + scene.random().nextInt(MOST_CUTS);
      ProgramProcess killed = scene.start(reset);
      if (scene.random().nextBoolean()) {
        killed.hasEndedWithin(Duration.ofMillis(scene.random().nextInt(LATEST_MILLIS)));
      } else {
        while (!killed.hasEndedWithin(POLL) && scene.output().cuts() < cuts) {
          assertThat(killed.err()).doesNotContain("\tat ");
        }
      }
      killed.kill();
    }
    scene.start(reset).await().with(0);
    assertSame(expected.forgotten(), scene.output());
    scene.start(Role.RUN).await().with(0);
    assertSame(expected.readAgain(), scene.output());
    return Outcome.SAME;
  }
}
