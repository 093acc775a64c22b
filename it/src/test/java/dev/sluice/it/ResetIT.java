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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code reset} on an output with its own broker. */
class ResetIT {
  private static final String DUMP = "CC-MAIN-2013-20";
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
        .contains(DUMP + " is forgotten", "that other dumps lost to it", "at most");
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
  void shouldEndTheSameWheneverItWasKilled() {
    SortedMap<String, String> forgotten = withoutDump(job.result().files());
    Random random = new Random(11);
    int cuts = job.result().cuts();
    try (ProgramProcess program = ProgramProcess.start(directory, arguments("--dump", DUMP))) {
      program.awaitThat("the first cut", () -> job.result().cuts() > cuts);
      program.kill();
    }
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
    assertThat(reset().with(2).err()).contains("--dump NAME or --all");
    assertThat(reset("--dump", "CC-MAIN-2013-21").with(2).lastLine())
        .contains("CC-MAIN-2013-21", "nothing was read", DUMP);
    assertThat(reset("--dump", DUMP, "--set=output.partition-by=[bucket]").with(2).err())
        .contains("output.partition-by", "reset --all");
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
}
