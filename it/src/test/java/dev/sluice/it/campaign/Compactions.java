package dev.sluice.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.Output;
import dev.sluice.it.Program;
import dev.sluice.it.ProgramProcess;
import dev.sluice.it.Sources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/** Incidents while shards are merged. */
final class Compactions {
  private static final String WORK = "--work-dir=kept";
  private static final int MOST_STARTS = 10;

  private Compactions() {}

  /** A run that finds nothing to read does what is left behind the record, and no more. */
  static Outcome leftToRun(Scene scene) {
    copyUndisturbed(scene);
    scene.strike(Role.COMPACT, Act.KILL);
    assertSameContents(scene);
    boolean recorded = Files.exists(scene.stage().output().resolve("_sluice/compactions/1.json"));
    scene.start(Role.RUN).await().with(0);
    assertSameContents(scene);
    if (recorded) {
      assertCompacted(scene);
    }
    scene.start(Role.COMPACT).await().with(0);
    return assertCompacted(scene);
  }

  /** Some units are complete, some are not. */
  static Outcome betweenRuns(Scene scene) {
    ProgramProcess run = scene.start(Role.RUN, WORK);
    awaitManifest(scene, run);
    run.kill();
    scene.strike(Role.COMPACT, Act.KILL, WORK);
    if (scene.random().nextBoolean()) {
      scene.start(Role.COMPACT, WORK).await().with(0);
    }
    scene.start(Role.RUN, WORK).await().with(0);
    return compacted(scene, WORK);
  }

  /** The sink, which may be killed too, goes on cutting and sealing. */
  static Outcome besideRoles(Scene scene) {
    Map<Role, ProgramProcess> all = scene.startAll(1);
    ProgramProcess ingest = all.get(Role.INGEST);
    String[] broker = {"--kafka", scene.stage().servers()};
    int starts = 0;
    do {
      scene.strike(Role.COMPACT, Act.KILL, broker);
      if (scene.random().nextBoolean()) {
        all.get(Role.SINK).kill();
        all.put(Role.SINK, scene.start(Role.SINK));
      }
    } while (ingest.isAlive() && ++starts < MOST_STARTS);
    ingest.await().with(0);
    Scene.stopRoles(all);
    return compacted(scene, broker);
  }

  /** Nothing that is forgotten may stay in a merged shard, recorded or not. */
  static Outcome beforeReset(Scene scene) {
    Path undisturbed = scene.directory().resolve("undisturbed");
    Sources.copy(scene.stage().reference().output(), undisturbed);
    copyUndisturbed(scene);
    scene.strike(Role.COMPACT, Act.KILL);
    String dump = scene.output().dumps().get(0);
    for (Path output : List.of(undisturbed, scene.stage().output())) {
      scene
          .start(Resets.command(scene, Role.RUN, "reset", output, Resets.options(dump)))
          .await()
          .with(0);
    }
    assertSameContents(new Output(undisturbed), scene);
    assertThat(scene.output().listed()).containsExactlyInAnyOrderElementsOf(shards(scene.output()));
    scene.start(Role.RUN).await().with(0);
    scene.start(Resets.command(scene, Role.RUN, "run", undisturbed)).await().with(0);
    assertSameContents(new Output(undisturbed), scene);
    assertThat(problems(scene.output())).isEmpty();
    return Outcome.SAME;
  }

  static Outcome second(Scene scene) {
    copyUndisturbed(scene);
    try (Debugger debugger = Debugger.listen()) {
      List<Point> points = Point.of(Role.COMPACT);
      Point point = points.get(scene.random().nextInt(points.size()));
      ProgramProcess first = scene.startUnder(debugger, Role.COMPACT);
      debugger.connect();
      debugger.arm(List.of(new Aim(point, point.first())));
      debugger.go();
      assertThat(debugger.awaitHit(() -> false)).isPresent();
      SortedMap<String, Long> before = scene.everything();
      scene.refused(scene.start(Role.COMPACT), "is running on", "wait until that process ends");
      scene.untouched(before);
      debugger.release();
      first.await().with(0);
    }
    return assertCompacted(scene);
  }

  static void copyUndisturbed(Scene scene) {
    Sources.copy(scene.stage().reference().output(), scene.stage().output());
  }

  static void awaitManifest(Scene scene, ProgramProcess program) {
    program.awaitThat(
        "a manifest",
        () ->
            Files.exists(scene.stage().output().resolve("_sluice/dumps"))
                && !scene.output().dumps().isEmpty());
  }

  /** The undisturbed output, and this one compacted for good: the same, but for the shards. */
  private static Outcome compacted(Scene scene, String... more) {
    assertSameContents(scene);
    scene.start(Role.COMPACT, more).await().with(0);
    assertSameContents(scene);
    assertThat(problems(scene.output())).isEmpty();
    return Outcome.SAME;
  }

  private static void assertSameContents(Scene scene) {
    assertSameContents(new Output(scene.stage().reference().output()), scene);
  }

  static void assertSameContents(Output undisturbed, Scene scene) {
    assertThat(Round.differences(Contents.of(undisturbed), Contents.of(scene.output())))
        .as("differences")
        .isEmpty();
  }

  /** The bytes of an undisturbed compaction. */
  private static Outcome assertCompacted(Scene scene) {
    SortedMap<String, String> expected = scene.stage().reference().compacted().files();
    assertThat(Round.differences(expected, scene.output().files())).as("differences").isEmpty();
    assertThat(problems(scene.output())).isEmpty();
    return Outcome.SAME;
  }

  private static List<Path> shards(Output output) {
    Path directory = output.root().resolve("en");
    return Files.exists(directory) ? Output.walk(directory) : List.of();
  }

  /** What {@code validate} finds wrong with an output, and shards that it does not list. */
  static List<String> problems(Output output) {
    Program.Ended validated = Program.run("validate", output.root().toString());
    List<String> problems = new ArrayList<>();
    if (validated.exitCode() != 0) {
      problems.add("validate: " + validated.out() + validated.err());
    }
    if (!Set.copyOf(output.listed()).equals(Set.copyOf(shards(output)))) {
      problems.add("_sluice/shards.txt does not list what is there");
    }
    return problems;
  }
}
