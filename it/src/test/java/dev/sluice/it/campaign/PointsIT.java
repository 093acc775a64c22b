package dev.sluice.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.Job;
import dev.sluice.it.Output;
import dev.sluice.it.ProgramProcess;
import dev.sluice.it.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A point that nobody comes to has lost its method: the campaign would miss it unseen. */
@Tag("endurance")
class PointsIT {
  private static final Duration LONG = Duration.ofMinutes(2);

  @TempDir Path directory;

  /** With logs long enough for packs. */
  private Job job(String output) {
    Path source = directory.resolve("source");
    if (!Files.exists(source)) {
      Input.CUTS.make(source);
    }
    return job(source, output, Input.CUTS);
  }

  /** All of it stands still at each point, and no session is to end meanwhile. */
  private Job job(Path source, String output, Input input) {
    List<String> settings = new ArrayList<>(input.settings());
    settings.add("--set=kafka.properties.session.timeout.ms=" + LONG.toMillis());
    return Job.of(source, directory.resolve(output), settings.toArray(new String[0]));
  }

  @Test
  void shouldPassEveryPointOfARun() {
    Job job = job("output");
    Job killed = job("killed");
    List<Point> points =
        points(
            point ->
                point.role().form() == Form.ROLES_APART
                    && !point.isOfNearDuplicates()
                    && !point.isOfTakeDowns());
    assertPassed(points, job.arguments(), killed.arguments());
    assertThat(killed.result().files()).isEqualTo(job.result().files());
  }

  @Test
  void shouldPassEveryPointOfNearDeduplication() {
    Path source = directory.resolve("near");
    Input.NEAR_DUPLICATES.make(source);
    Job job = job(source, "output", Input.NEAR_DUPLICATES);
    List<Aim> aims = aims(points(Point::isOfNearDuplicates));
    assertThat(passed(job.arguments(), aims, aim -> false)).containsAll(aims);
  }

  @Test
  void shouldPassEveryPointOfACompaction() {
    Job job = job("output");
    Job killed = job("killed");
    job.run(0);
    Sources.copy(job.output(), killed.output());
    List<Point> points = points(point -> point.role() == Role.COMPACT);
    assertPassed(points, Reference.compact(job.output()), Reference.compact(killed.output()));
    assertThat(killed.result().files()).isEqualTo(job.result().files());
  }

  @Test
  void shouldPassEveryPointOfATakeDown() throws IOException {
    Path source = directory.resolve("dumps");
    Input.DUMPS.make(source);
    Job job = job(source, "output", Input.DUMPS);
    Job killed = job(source, "killed", Input.DUMPS);
    job.run(0);
    Sources.copy(job.output(), killed.output());
    List<String> ids =
        job.result().rows("").stream().map(Output.Row::id).filter(id -> id.contains("7")).toList();
    String named = "--ids=" + Files.write(directory.resolve("ids"), ids);
    assertPassed(
        points(point -> point.role() == Role.TAKEDOWN),
        Takedowns.command(job.output(), named),
        Takedowns.command(killed.output(), named));
    assertThat(killed.result().files()).isEqualTo(job.result().files());

    List<String> known = new ArrayList<>(job(source, "known", Input.DUMPS).arguments());
    known.add("--set=blocklist.ids=" + directory.resolve("ids"));
    List<Aim> aims = aims(points(point -> point.role() == Role.SINK && point.isOfTakeDowns()));
    assertThat(passed(known, aims, aim -> false)).containsAll(aims);
  }

  /** The points that a sink passes because of a take-down beside it. */
  @Test
  void shouldMeetTheFenceOfATakeDown() throws IOException, InterruptedException {
    Reference reference = Reference.of(Input.DUMPS, directory, Oracle.ofEnvironment());
    Plan plan =
        new Plan(
            1, 0, Input.DUMPS, List.of(), Optional.of(Incident.SINK_AT_THE_FENCE_OF_A_TAKE_DOWN));
    RoundResult result = new Round(plan, reference, directory.resolve("round")).play();
    assertThat(result.details()).isEmpty();
    assertThat(result.outcome()).isEqualTo(Outcome.SAME);
  }

  private static List<Point> points(Predicate<Point> which) {
    return Point.strikable().stream().filter(which).toList();
  }

  /** All of them are passed by the one command, or by the other when it comes after a kill. */
  private void assertPassed(List<Point> points, List<String> undisturbed, List<String> killed) {
    Map<Optional<Point>, List<Point>> behind =
        points.stream().collect(Collectors.groupingBy(Point::predecessorKilledAt));
    behind.forEach(
        (predecessor, some) -> {
          predecessor.map(point -> new Aim(point, 1)).ifPresent(aim -> killAt(aim, killed));
          List<Aim> aims = aims(some);
          assertThat(passed(predecessor.isPresent() ? killed : undisturbed, aims, aim -> false))
              .containsAll(aims);
        });
  }

  /** One for each method: where it is left, it was entered. */
  private static List<Aim> aims(List<Point> points) {
    Map<Code, Aim> aims = new LinkedHashMap<>();
    points.forEach(point -> aims.putIfAbsent(point.code(), new Aim(point, point.first())));
    return new ArrayList<>(aims.values());
  }

  private void killAt(Aim aim, List<String> arguments) {
    assertThat(passed(arguments, List.of(aim), aim::equals)).containsExactly(aim);
  }

  /** Runs to the end, or to where it is killed. */
  private Set<Aim> passed(List<String> arguments, List<Aim> aims, Predicate<Aim> killedAt) {
    Set<Aim> passed = new HashSet<>();
    try (Debugger debugger = Debugger.listen();
        ProgramProcess program =
            ProgramProcess.start(directory, directory, debugger.jvmOptions(), arguments)) {
      debugger.connect();
      debugger.arm(aims);
      debugger.go();
      Optional<Aim> hit = debugger.awaitHit(() -> false);
      while (hit.isPresent()) {
        passed.add(hit.get());
        if (killedAt.test(hit.get())) {
          program.kill();
          return passed;
        }
        debugger.go();
        hit = debugger.awaitHit(() -> false);
      }
      program.await().with(0);
    }
    return passed;
  }
}
