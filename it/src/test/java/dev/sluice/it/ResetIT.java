package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code reset} on an output with its own broker. */
class ResetIT {
  private static final String DUMP = "CC-MAIN-2013-20";
  private static final String OTHER = "CC-MAIN-2014-10";
  private static final String THIRD = "CC-MAIN-2015-14";
  private static final int ROWS = 200;
  private static final int KILLS = 2;
  private static final int MANY = 5_000;

  @TempDir Path directory;
  private Job job;

  /** A copy of an output is an output: it carries its broker. */
  @BeforeEach
  void copyOutput() {
    job = Job.of(Undisturbed.source(), directory.resolve("output"));
    Sources.copy(Undisturbed.output().root(), job.output());
  }

  private List<String> arguments(String... what) {
    List<String> arguments = new ArrayList<>(List.of("reset", "--output=" + job.output()));
    arguments.addAll(job.options());
    arguments.addAll(List.of(what));
    return arguments;
  }

  private Program.Ended reset(String... what) {
    return Program.run(arguments(what));
  }

  private static SortedMap<String, String> withoutDump(SortedMap<String, String> files) {
    SortedMap<String, String> others = new TreeMap<>(files);
    others.keySet().removeIf(path -> path.contains(DUMP));
    return others;
  }

  /** Bucket and id of everything that is kept, whatever dump it is kept for. */
  private static TreeSet<String> ids(Map<String, List<String>> kept) {
    TreeSet<String> ids = new TreeSet<>();
    kept.forEach(
        (place, rows) ->
            rows.forEach(row -> ids.add(place.split("/")[0] + " " + row.split(" ")[0])));
    return ids;
  }

  private void assertValid(String... options) {
    List<String> arguments = new ArrayList<>(List.of("validate", job.output().toString()));
    arguments.addAll(List.of(options));
    Program.run(arguments).with(0);
  }

  @Test
  void shouldForgetADumpAndTakeItAgainAsTheLast() {
    SortedMap<String, String> before = job.result().files();
    assertThat(reset("--dump", DUMP, "--dry-run").with(0).out())
        .contains(DUMP + " would be forgotten", "data/CC-MAIN-2013-20#1", "Nothing was changed");
    assertThat(job.result().files()).isEqualTo(before);

    assertThat(reset("--dump", DUMP).with(0).out())
        .contains(DUMP + " is forgotten", "removed as duplicates of these rows", "at most");
    assertThat(job.result().files()).isEqualTo(withoutDump(before)).isNotEqualTo(before);
    job.result().hasNoLeftovers();
    assertValid();
    assertThat(reset("--dump", DUMP).with(0).out()).contains("nothing is left");

    assertThat(job.run(0).out()).contains("Sealed: data/CC-MAIN-2013-20#2\n");
    assertThat(withoutDump(job.result().files())).isEqualTo(withoutDump(before));
    assertThat(ids(job.result().kept()))
        .isEqualTo(
            ids(PlainCuration.withLast(job.input(), PlainCuration.Rules.DEFAULT, DUMP).kept()));
    assertValid("--source", job.input().toString());
  }

  @Test
  void shouldEndTheSameWhenItWasKilledAtItsFirstCut() {
    SortedMap<String, String> forgotten = withoutDump(job.result().files());
    killAtTheFirstCut(arguments("--dump", DUMP));
    reset("--dump", DUMP).with(0);
    assertThat(job.result().files()).isEqualTo(forgotten);
    job.result().hasNoLeftovers();
  }

  private void killAtTheFirstCut(List<String> command) {
    int cuts = job.result().cuts();
    try (ProgramProcess program = ProgramProcess.start(directory, command)) {
      program.awaitThat("the first cut", () -> job.result().cuts() > cuts);
      program.kill();
    }
  }

  @Test
  @Tag("endurance")
  void shouldEndTheSameWheneverItWasKilled() {
    SortedMap<String, String> forgotten = withoutDump(job.result().files());
    Random random = new Random(11);
    killAtTheFirstCut(arguments("--dump", DUMP));
    for (int kill = 0; kill < KILLS; kill++) {
      try (ProgramProcess program = ProgramProcess.start(directory, arguments("--dump", DUMP))) {
        program.killAfter(Duration.ofMillis(random.nextLong(Undisturbed.time().toMillis())));
      }
    }
    reset("--dump", DUMP).with(0);
    assertThat(job.result().files()).isEqualTo(forgotten);
    job.result().hasNoLeftovers();
  }

  @Test
  @Tag("endurance")
  void shouldForgetEverythingWheneverItWasKilled() throws IOException {
    Path manifests = job.output().resolve("_sluice/dumps");
    Path state = job.output().resolve("_sluice/work/streams/many");
    for (Path many : List.of(manifests, state)) {
      Files.createDirectories(many);
      for (int i = 0; i < MANY; i++) {
        Files.createFile(many.resolve("%04d.json".formatted(i)));
      }
    }
    Path first = manifests.resolve("0000.json");
    Path firstOfState = state.resolve("%04d.json".formatted(MANY - 1));
    for (Path deleted : List.of(first, firstOfState)) {
      try (ProgramProcess program = ProgramProcess.start(directory, arguments("--all"))) {
        program.awaitThat(deleted + " is gone", () -> !Files.exists(deleted));
        program.kill();
      }
    }
    reset("--all").with(0);
    assertThat(Output.walk(job.output())).isEmpty();
  }

  @Test
  void shouldRefuseWhatItCannotForget() {
    assertThat(reset().with(2).err()).contains("one of --dump NAME, --unit UNIT");
    assertThat(reset("--dump", DUMP, "--unit", DUMP + "#1").with(2).err()).contains("one of");
    assertThat(reset("--dump", "CC-MAIN-2013-21").with(2).lastLine())
        .contains("CC-MAIN-2013-21", "has not been read", DUMP);
    assertThat(reset("--unit", "data/CC-MAIN-2013-21#1").with(2).lastLine())
        .contains("unit data/CC-MAIN-2013-21#1", "has not been read", "data/" + DUMP + "#1");
    assertThat(reset("--directory", "elsewhere").with(2).lastLine())
        .contains("directory elsewhere", "has not been read", "data/" + DUMP);
    assertThat(
            Program.run("reset", "--dump", DUMP, "--output=" + directory.resolve("no"))
                .with(2)
                .err())
        .contains("is not an output of Sluice");
    assertThat(directory.resolve("no")).doesNotExist();
    assertThat(job.result().files()).isEqualTo(Undisturbed.output().files());
  }

  @Test
  void shouldForgetEverythingThatIsItsOwn() throws IOException {
    Path mine = job.output().resolve("en/3.0/" + DUMP + "/notes.txt");
    Files.writeString(mine, "mine");
    SortedMap<String, String> before = job.result().files();
    assertThat(reset("--all", "--dry-run").with(0).out())
        .contains("would be forgotten", "left alone", "notes.txt");
    assertThat(job.result().files()).isEqualTo(before);

    assertThat(reset("--all").with(0).out()).contains("is forgotten", "notes.txt");
    assertThat(Output.walk(job.output())).containsExactly(mine);
    assertThat(reset("--all").with(0).out()).contains("nothing is left");

    Files.delete(mine);
    Files.delete(mine.getParent());
    Files.delete(mine.getParent().getParent());
    Files.delete(mine.getParent().getParent().getParent());
    job.run(0);
    assertThat(job.result().files()).isEqualTo(Undisturbed.output().files());
  }

  /**
   * Two directories with rows that name no dump or share ids, and files outside of any that hold
   * rows of the second one's dump.
   */
  private Path mixed() {
    Path input = directory.resolve("mixed");
    Sources.write(
        input.resolve("data/" + DUMP + "/0.parquet"),
        List.of(rows("a", DUMP), rows("b", "none"), rows("c", DUMP)));
    Sources.write(
        input.resolve("data/" + OTHER + "/0.parquet"),
        List.of(rows("c", OTHER), rows("d", "none"), rows("e", OTHER)));
    Sources.write(input.resolve("papers/0.parquet"), List.of(rows("e", OTHER), rows("f", THIRD)));
    return input;
  }

  private static List<Sources.Row> rows(String ids, String dump) {
    List<Sources.Row> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(new Sources.Row(ids + i, "A text of some words " + i, 4.5, dump));
    }
    return rows;
  }

  @Test
  void shouldForgetRowsWithoutADumpWithTheirDirectory() {
    job = Job.of(mixed(), directory.resolve("of-mixed"));
    job.run(0);
    SortedMap<String, String> before = job.result().files();

    assertThat(reset("--dump", DUMP).with(0).out()).contains("rows of    " + DUMP + ", unknown");

    SortedMap<String, String> after = new TreeMap<>(job.result().files());
    after.keySet().removeIf(path -> !path.startsWith("en/"));
    assertThat(before).containsAllEntriesOf(after);
    assertThat(after.keySet()).noneMatch(path -> path.contains(DUMP));
    assertThat(job.result().counters("unknown")).containsEntry("rows", (long) ROWS);
    assertThat(job.result().dumps()).containsExactly(OTHER, THIRD, "unknown");
    assertValid();
    job.run(0);
    assertThat(ids(job.result().kept()))
        .isEqualTo(
            ids(PlainCuration.withLast(job.input(), PlainCuration.Rules.DEFAULT, DUMP).kept()));
    assertValid("--source", job.input().toString());
  }

  @Test
  @Tag("endurance")
  void shouldForgetUnitsThatGoTogetherWheneverItWasKilled() {
    job = Job.of(mixed(), directory.resolve("of-mixed"));
    job.run(0);
    Map<String, List<String>> kept = job.result().kept();
    SortedMap<String, String> before = job.result().files();
    assertThat(reset("--dump", OTHER).with(2).lastLine())
        .contains("unit data/" + OTHER + "#1 with rows of " + OTHER + ", unknown")
        .contains("unit .#1 with rows of " + OTHER + ", " + THIRD)
        .contains("Add --units");
    assertThat(reset("--directory", "./papers/", "--dry-run").with(0).out())
        .contains("directory papers would be forgotten", "units      .#1");
    assertThat(job.result().files()).isEqualTo(before);
    Job undisturbed = job;
    job = Job.of(job.input(), directory.resolve("killed"));
    Sources.copy(undisturbed.output(), job.output());

    List<String> command = arguments("--dump", OTHER, "--units");
    killAtTheFirstCut(command);
    Program.run(command).with(0);
    SortedMap<String, String> forgotten = job.result().files();
    job.run(0);
    SortedMap<String, String> again = job.result().files();
    job = undisturbed;
    assertThat(reset("--dump", OTHER, "--units").with(0).out())
        .contains("units      data/" + OTHER + "#1, .#1");

    assertThat(job.result().files()).isEqualTo(forgotten);
    job.run(0);
    assertThat(job.result().files()).isEqualTo(again);
    assertThat(job.result().kept()).isEqualTo(kept);
    assertValid("--source", job.input().toString());
  }
}
