package dev.sluice.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.Output;
import dev.sluice.it.ProgramProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;

/**
 * What an incident has at hand: processes by role, their output, and the broker's administration.
 */
final class Scene implements AutoCloseable {
  private final Stage stage;
  private final Random random;
  private final List<ProgramProcess> started = new ArrayList<>();

  Scene(Stage stage, Random random) {
    this.stage = stage;
    this.random = random;
  }

  Path directory() {
    return stage.directory();
  }

  Output output() {
    return new Output(stage.output());
  }

  Random random() {
    return random;
  }

  /** Starts a process of its own in the directory of the scene. */
  ProgramProcess start(List<String> arguments) {
    return start(List.of(), Map.of(), arguments);
  }

  /** Starts a process of its own with more for its JVM and in its environment. */
  ProgramProcess start(
      List<String> jvmOptions, Map<String, String> environment, List<String> arguments) {
    ProgramProcess program =
        ProgramProcess.start(directory(), directory(), jvmOptions, environment, arguments);
    started.add(program);
    return program;
  }

  /** Starts a role as it is always started, with more on its line. */
  ProgramProcess start(Role role, String... more) {
    ProgramProcess program = start(arguments(role, more));
    if (role == Role.BROKER) {
      awaitAddress(program);
    }
    return program;
  }

  private List<String> arguments(Role role, String... more) {
    List<String> arguments = new ArrayList<>(stage.arguments(role));
    arguments.addAll(Arrays.asList(more));
    return arguments;
  }

  /** Waits until a broker serves clients. */
  static void awaitAddress(ProgramProcess broker) {
    broker.awaitThat("the broker's address", () -> broker.out().endsWith("\n"));
  }

  /** Starts a role that waits for a debugger. */
  ProgramProcess startUnder(Debugger debugger, Role role, String... more) {
    return start(debugger.jvmOptions(), Map.of(), arguments(role, more));
  }

  /** Does something to a process at one of its points, unless it ends before it comes there. */
  void strike(Role role, Act act, String... more) {
    List<Point> points = Point.of(role);
    Point point = points.get(random.nextInt(points.size()));
    Aim aim = new Aim(point, point.someHit(random));
    try (Debugger debugger = Debugger.listen()) {
      ProgramProcess program = startUnder(debugger, role, more);
      debugger.connect();
      debugger.arm(List.of(aim));
      debugger.go();
      boolean reached = debugger.awaitHit(() -> false).isPresent();
      if (reached) {
        act.on(program, debugger);
        String how = "%s, %s at \"%s\" #%d";
        stage.ended(how.formatted(role.command(), act.words(), point.words(), aim.hit()));
      }
      ProgramProcess.Ended ended = program.await();
      if (!(reached && act.explains(ended.exitCode()))) {
        ended.with(0);
      }
      assertThat(ended.err()).doesNotContain("\tat ");
    }
  }

  /** Another instance of a role, with a work directory of its own. */
  ProgramProcess startAnother(Role role, String workDirectory) {
    List<String> arguments = new ArrayList<>(stage.arguments(role));
    arguments.set(arguments.indexOf("--work-dir") + 1, workDirectory);
    return start(arguments);
  }

  /** Starts broker, streams, sink and ingest, and waits for some cuts; all of them. */
  Map<Role, ProgramProcess> startAll(int cuts) {
    Map<Role, ProgramProcess> all = new TreeMap<>();
    all.put(Role.BROKER, start(Role.BROKER));
    all.putAll(startRoles());
    awaitCuts(all.get(Role.SINK), cuts);
    return all;
  }

  /** All that the input needs beside a broker, ingest last. */
  List<Role> roles() {
    return Stream.of(Role.STREAMS, Role.MATCHER, Role.SINK, Role.INGEST)
        .filter(role -> role.isOf(stage.plan().input()))
        .toList();
  }

  /** Those beside a broker and ingest. */
  void startAllButIngest() {
    roles().stream().filter(role -> role != Role.INGEST).forEach(this::start);
  }

  Map<Role, ProgramProcess> startRoles() {
    Map<Role, ProgramProcess> roles = new TreeMap<>();
    for (Role role : roles()) {
      roles.put(role, start(role));
    }
    return roles;
  }

  /** Waits for so many, or for half of all that the input gives where they are fewer. */
  void awaitCuts(ProgramProcess program, int cuts) {
    int all = new Output(stage.reference().output()).cuts();
    int some = all == 0 ? cuts : Math.min(cuts, all / 2);
    program.awaitThat(some + " cuts", () -> output().cuts() >= some);
  }

  /** Ends everything but the broker, in no order. */
  static void stopRoles(Map<Role, ProgramProcess> all) {
    List<ProgramProcess> roles =
        all.entrySet().stream()
            .filter(entry -> entry.getKey() != Role.BROKER)
            .map(Map.Entry::getValue)
            .toList();
    roles.forEach(ProgramProcess::terminate);
    roles.forEach(ProgramProcess::await);
  }

  /** Waits for an ingest that waits for the shards, and compares. */
  Outcome finish(ProgramProcess ingest) {
    ingest.await().with(0);
    return same();
  }

  /** Compares the output with the undisturbed one. */
  Outcome same() {
    assertThat(Round.differences(stage.reference().files(), output().files()))
        .as("differences")
        .isEmpty();
    return Outcome.SAME;
  }

  /** Waits for the end of a process that must refuse, with these words, and touch no output. */
  Outcome refused(ProgramProcess program, String... words) {
    ProgramProcess.Ended ended = program.await();
    assertThat(ended.err()).as("stderr").doesNotContain("\tat ");
    assertThat(ended.exitCode()).as("exit code; stderr:%n%s", ended.err()).isIn(1, 2);
    assertThat(ended.err()).contains(words);
    return Outcome.REFUSED;
  }

  /**
   * Every file of an output with its bytes' length, but logs, a broker's data, and packs, which a
   * sink makes of its cut records at any time.
   */
  SortedMap<String, Long> everything() {
    SortedMap<String, Long> files = new TreeMap<>();
    if (Files.exists(stage.output())) {
      for (Path file : Output.walk(stage.output())) {
        String name = stage.output().relativize(file).toString();
        boolean pack = name.startsWith("_sluice/cuts") && name.endsWith(".jsonl");
        if (!name.startsWith("_sluice/work") && !name.startsWith("_sluice/tmp") && !pack) {
          files.put(name, file.toFile().length());
        }
      }
    }
    return files;
  }

  /** Complains if a process that had to refuse has changed an output, see {@link #everything}. */
  void untouched(SortedMap<String, Long> before) {
    assertThat(Round.differences(before, everything())).as("changed").isEmpty();
  }

  /**
   * Complains if more has happened to an output than that it went on. A sink that refuses one topic
   * ends, but its other worker may still cut what is right.
   */
  void onlyContinued(SortedMap<String, Long> before) {
    SortedMap<String, Long> kept = new TreeMap<>(before);
    kept.keySet().removeIf(path -> !path.startsWith("en/") && !path.startsWith("_sluice/cuts/"));
    SortedMap<String, Long> now = everything();
    now.keySet().retainAll(kept.keySet());
    assertThat(Round.differences(kept, now)).as("changed").isEmpty();
    SortedMap<String, String> files = output().files();
    SortedMap<String, String> expected = new TreeMap<>(stage.reference().files());
    expected.keySet().retainAll(files.keySet());
    assertThat(Round.differences(expected, files)).as("wrong").isEmpty();
  }

  Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", stage.servers()));
  }

  Stage stage() {
    return stage;
  }

  @Override
  public void close() {
    started.forEach(ProgramProcess::close);
  }
}
