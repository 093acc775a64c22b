package dev.sluice.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.Differences;
import dev.sluice.it.Job;
import dev.sluice.it.Output;
import dev.sluice.it.PlainCuration;
import dev.sluice.it.ProgramProcess;
import dev.sluice.it.Sources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Incidents while documents are taken down. The end is a take-down of all of them, so that the
 * output must be that of a run that knew them from the beginning.
 */
final class Takedowns {
  private static final String WORK = "--work-dir=kept";

  /** Every so many rows are taken down. */
  private static final int EVERY = 17;

  private static final int FIRST = 3;
  private static final int MOST_STARTS = 8;
  private static final int MOST_CUTS = 8;

  /** Where a sink has made a cut that it cannot record because a fence is there. */
  private static final List<Point> WITHIN_A_CUT =
      List.of(Point.SHARD_BEFORE_PUBLISH, Point.SHARD_PUBLISHED, Point.CUT_BEFORE_RECORD);

  private Takedowns() {}

  /**
   * Takes documents down from a copy of an undisturbed output. A run that knows the entries from
   * the beginning must make the same.
   */
  static Reference.Changed undisturbed(Input input, Path source, Output output) {
    List<Output.Row> named = new ArrayList<>();
    List<Output.Row> rows = output.rows("");
    for (int row = FIRST; row < rows.size(); row += EVERY) {
      named.add(rows.get(row));
    }
    write(half(source, 0), named.subList(0, named.size() / 2));
    write(half(source, 1), named.subList(named.size() / 2, named.size()));
    Path copy = source.resolveSibling(input.words() + "-taken-down");
    Reference.Changed takenDown =
        Reference.changed(output.root(), copy, command(copy, ids(source)));
    assertThat(Differences.between(without(named, output), new Output(copy).kept()))
        .as("an undisturbed take-down")
        .isEmpty();
    Reference.play(
        source.getParent(), List.of("takedown", copy.toString(), "--export=" + entries(source)));
    Job known =
        Job.of(
            source,
            source.resolveSibling(input.words() + "-blocked"),
            Stream.concat(input.settings().stream(), Stream.of(blocklist(source)))
                .toArray(String[]::new));
    known.run(0);
    assertThat(Round.differences(known.result().files(), takenDown.files()))
        .as("a run that knows the entries")
        .isEmpty();
    return takenDown;
  }

  private static void write(Path file, List<Output.Row> rows) {
    try {
      Files.write(file, rows.stream().map(Output.Row::id).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The rows of an output, but those with an id or a text of these. */
  private static SortedMap<String, List<String>> without(List<Output.Row> named, Output output) {
    Set<String> ids = named.stream().map(Output.Row::id).collect(Collectors.toSet());
    Set<String> texts = named.stream().map(Output.Row::text).collect(Collectors.toSet());
    Set<String> gone = new HashSet<>();
    for (Output.Row row : output.rows("")) {
      if (ids.contains(row.id()) || texts.contains(row.text())) {
        gone.add(PlainCuration.line(row.id(), row.text(), row.score()));
      }
    }
    SortedMap<String, List<String>> kept = output.kept();
    kept.values().forEach(lines -> lines.removeAll(gone));
    kept.values().removeIf(List::isEmpty);
    return kept;
  }

  private static Path half(Path source, int number) {
    return source.resolveSibling(source.getFileName() + "-ids-" + number);
  }

  private static Path entries(Path source) {
    return source.resolveSibling(source.getFileName() + "-entries");
  }

  /** What is set for a run that knows all entries. */
  static String blocklist(Path source) {
    return "--set=blocklist.entries=" + entries(source);
  }

  /** What is typed to take all documents down, which are found by their ids. */
  static String[] ids(Path source) {
    return new String[] {"--ids=" + half(source, 0), "--ids=" + half(source, 1)};
  }

  /** What is typed to take documents down. */
  static List<String> command(Path output, String... entries) {
    List<String> arguments =
        new ArrayList<>(List.of("takedown", output.toString(), "--progress", "none"));
    arguments.add("--at-most=" + Integer.MAX_VALUE);
    arguments.addAll(Arrays.asList(entries));
    return arguments;
  }

  /** Some units are complete, some are not. */
  static Outcome betweenRuns(Scene scene) {
    ProgramProcess run = scene.start(Role.RUN, WORK);
    Compactions.awaitManifest(scene, run);
    run.kill();
    strike(scene, WORK);
    if (scene.random().nextBoolean()) {
      strike(scene, WORK);
    }
    scene.start(Role.RUN, WORK).await().with(0);
    finish(scene, WORK);
    return same(scene);
  }

  /** Two of each role are at work; the sinks, one of which may be killed too, meet the fences. */
  static Outcome besideRoles(Scene scene) {
    Map<Role, ProgramProcess> all = scene.startAll(1);
    List<ProgramProcess> others =
        List.of(
            scene.startAnother(Role.STREAMS, "streams-b"), scene.startAnother(Role.SINK, "sink-b"));
    ProgramProcess ingest = all.get(Role.INGEST);
    String broker = "--kafka=" + scene.stage().servers();
    int starts = 0;
    do {
      strike(scene, broker);
      if (scene.random().nextInt(3) == 0) {
        all.get(Role.SINK).kill();
        all.put(Role.SINK, scene.start(Role.SINK));
      }
    } while (ingest.isAlive() && ++starts < MOST_STARTS);
    ingest.await().with(0);
    others.forEach(other -> assertThat(other.isAlive()).as(other.err()).isTrue());
    others.forEach(ProgramProcess::terminate);
    others.forEach(ProgramProcess::await);
    Scene.stopRoles(all);
    finish(scene, broker);
    return same(scene);
  }

  /**
   * A sink stands still within a cut while documents are taken down. It meets the fence, where it
   * may be killed, and the rows are written again. It may have left others out already.
   */
  static Outcome atFence(Scene scene) {
    Path source = scene.stage().reference().source();
    scene.start(Role.BROKER);
    scene.roles().stream()
        .filter(role -> role != Role.SINK && role != Role.INGEST)
        .forEach(scene::start);
    String[] known =
        scene.random().nextBoolean()
            ? new String[] {"--set=blocklist.ids=" + half(source, 0)}
            : new String[0];
    Point point = WITHIN_A_CUT.get(scene.random().nextInt(WITHIN_A_CUT.size()));
    Point fence = scene.random().nextBoolean() ? Point.FENCE_MET : Point.FENCE_PASSED;
    try (Debugger debugger = Debugger.listen()) {
      ProgramProcess sink = scene.startUnder(debugger, Role.SINK, known);
      debugger.connect();
      debugger.arm(List.of(new Aim(point, 1 + scene.random().nextInt(MOST_CUTS))));
      debugger.go();
      ProgramProcess ingest = scene.start(Role.INGEST);
      assertThat(debugger.awaitHit(() -> ingest.hasEndedWithin(Duration.ZERO))).isPresent();
      finish(scene, "--kafka=" + scene.stage().servers());
      debugger.arm(List.of(new Aim(fence, 1)));
      debugger.go();
      assertThat(debugger.awaitHit(() -> ingest.hasEndedWithin(Duration.ZERO))).isPresent();
      if (scene.random().nextBoolean()) {
        sink.kill();
        scene.start(Role.SINK, known);
      } else {
        debugger.release();
      }
      ingest.await().with(0);
    }
    return same(scene);
  }

  static Outcome beforeReset(Scene scene) {
    return besideReset(scene, true);
  }

  static Outcome afterReset(Scene scene) {
    return besideReset(scene, false);
  }

  /** Rows that are read again are left out again. */
  private static Outcome besideReset(Scene scene, boolean before) {
    Reference reference = scene.stage().reference();
    Path undisturbed = scene.directory().resolve("undisturbed");
    Sources.copy(reference.takenDown().output(), undisturbed);
    Compactions.copyUndisturbed(scene);
    String dump = scene.output().dumps().get(0);
    if (before) {
      strike(scene);
    }
    for (Path output : List.of(undisturbed, scene.stage().output())) {
      scene
          .start(Resets.command(scene, Role.RUN, "reset", output, Resets.options(dump)))
          .await()
          .with(0);
    }
    if (!before) {
      strike(scene);
    }
    scene.start(Role.RUN).await().with(0);
    finish(scene);
    scene.start(Resets.command(scene, Role.RUN, "run", undisturbed)).await().with(0);
    return same(scene, new Output(undisturbed).files());
  }

  /** No compaction begins before the take-down is finished. */
  static Outcome beforeCompaction(Scene scene) {
    Compactions.copyUndisturbed(scene);
    strike(scene);
    ProgramProcess.Ended compacted = scene.start(Role.COMPACT).await();
    if (compacted.exitCode() != 0) {
      assertThat(compacted.with(1).lastLine()).contains("takedown", "--continue");
    }
    finish(scene);
    scene.start(Role.COMPACT).await().with(0);
    return sameContents(scene);
  }

  /** The compaction may be killed, and shards of it may be left. */
  static Outcome afterCompaction(Scene scene) {
    Compactions.copyUndisturbed(scene);
    scene.strike(Role.COMPACT, Act.KILL);
    strike(scene);
    finish(scene);
    sameContents(scene);
    scene.start(Role.COMPACT).await().with(0);
    return sameContents(scene);
  }

  /** Takes some documents down, or all, and disturbs that. */
  private static void strike(Scene scene, String... more) {
    Path source = scene.stage().reference().source();
    List<String> options = new ArrayList<>(Arrays.asList(more));
    if (scene.random().nextBoolean()) {
      options.addAll(List.of("--ids=" + half(source, 0), "--no-same-texts"));
    } else {
      options.add("--entries=" + entries(source));
    }
    Act act = Act.values()[scene.random().nextInt(Act.values().length)];
    scene.strike(Role.TAKEDOWN, act, options.toArray(String[]::new));
  }

  /** Takes down all documents. */
  private static void finish(Scene scene, String... more) {
    List<String> command =
        command(scene.stage().output(), "--entries=" + entries(scene.stage().reference().source()));
    command.addAll(Arrays.asList(more));
    scene.start(command).await().with(0);
  }

  private static Outcome same(Scene scene) {
    return same(scene, scene.stage().reference().takenDown().files());
  }

  private static Outcome same(Scene scene, SortedMap<String, String> expected) {
    assertThat(Round.differences(expected, scene.output().files())).as("differences").isEmpty();
    assertThat(Compactions.problems(scene.output())).isEmpty();
    return Outcome.SAME;
  }

  /** The rows, however they are spread over shards. */
  private static Outcome sameContents(Scene scene) {
    Compactions.assertSameContents(
        new Output(scene.stage().reference().takenDown().output()), scene);
    assertThat(Compactions.problems(scene.output())).isEmpty();
    return Outcome.SAME;
  }
}
