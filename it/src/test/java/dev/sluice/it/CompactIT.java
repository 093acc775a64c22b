package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code compact} on an output with its own broker. */
class CompactIT {
  private static final String DUMP = "CC-MAIN-2013-20";
  private static final String LATER = "CC-MAIN-2021-04";
  private static final int KILLS = 3;

  @TempDir Path directory;
  private Job job;

  @BeforeEach
  void copyOutput() {
    job = Job.of(Undisturbed.source(), directory.resolve("output"));
    Sources.copy(Undisturbed.output().root(), job.output());
  }

  private List<String> arguments(String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("compact", job.output().toString(), "--progress", "none"));
    arguments.addAll(List.of(more));
    return arguments;
  }

  private Program.Ended compact(String... more) {
    return Program.run(arguments(more));
  }

  private void assertValid() {
    Program.run("validate", job.output().toString(), "--source", job.input().toString()).with(0);
    assertThat(Output.walk(job.output().resolve("_sluice/tmp"))).isEmpty();
  }

  @Test
  void shouldMergeWhatIsSmallAndContinue() throws IOException {
    SortedMap<String, List<String>> kept = job.result().kept();
    SortedMap<String, String> before = job.result().files();
    assertThat(compact("--dry-run").with(0).out()).contains("would be compacted", "Nothing was");
    assertThat(job.result().files()).isEqualTo(before);

    JsonNode report = new ObjectMapper().readTree(compact("--json").with(0).out());
    assertThat(report.get("state").asText()).isEqualTo("compacted");
    List<String> listed = Files.readAllLines(job.output().resolve("_sluice/shards.txt"));
    assertThat(listed).hasSize(report.get("files_after").asInt());
    assertThat(report.get("files").asInt()).isGreaterThan(listed.size());
    assertThat(job.result().files().keySet()).containsAll(listed);
    assertThat(job.result().kept()).isEqualTo(kept);
    assertValid();
    assertThat(compact().with(0).out()).contains("nothing to do");

    SortedMap<String, String> compacted = job.result().files();
    assertThat(job.run(0).out()).doesNotContain("Sealed: ");
    assertThat(job.result().files()).isEqualTo(compacted);
    Program.run("status", job.output().toString()).with(0);
  }

  @Test
  void shouldTakeALaterDumpAndForgetOne() {
    Path input = directory.resolve("source");
    Sources.copy(Undisturbed.source(), input);
    job = new Job(input, job.output(), job.options());
    compact().with(0);
    Sources.write(
        input.resolve("data/" + LATER + "/0.parquet"),
        List.of(List.of(new Sources.Row("later", "A text of some words", 4.5, LATER))));
    assertThat(job.run(0).out()).contains("Sealed: data/" + LATER + "#1");
    assertValid();

    // As a compaction leaves it that is killed before its record.
    Path shard = job.result().listed().get(0);
    assertThat(shard.toString()).contains(DUMP);
    Sources.copyFile(shard, shard.resolveSibling("0-9.2.parquet"));
    List<String> reset =
        List.of("reset", "--output=" + job.output(), "--dump", DUMP, "--progress", "none");
    Program.run(reset).with(0);
    assertThat(job.result().files().keySet()).noneMatch(path -> path.contains(DUMP));
    Program.run("validate", job.output().toString()).with(0);
    job.run(0);
    compact().with(0);
    assertValid();
    Program.run("reset", "--output=" + job.output(), "--all").with(0);
    assertThat(Output.walk(job.output())).isEmpty();
  }

  @Test
  @Tag("endurance")
  void shouldEndTheSameWheneverItWasKilled() throws IOException {
    SortedMap<String, String> before = job.result().files();
    Job undisturbed = Job.of(job.input(), directory.resolve("undisturbed"));
    Sources.copy(job.output(), undisturbed.output());
    long begun = System.nanoTime();
    ProgramProcess whole =
        ProgramProcess.start(
            directory, List.of("compact", undisturbed.output().toString(), "--progress", "none"));
    try (whole) {
      whole.await().with(0);
    }
    Duration time = Duration.ofNanos(System.nanoTime() - begun);
    assertThat(undisturbed.result().files()).isNotEqualTo(before);

    Random random = new Random(5);
    Path record = job.output().resolve("_sluice/compactions/1.json");
    for (int kill = 0; kill < KILLS; kill++) {
      try (ProgramProcess program = ProgramProcess.start(directory, arguments())) {
        program.killAfter(
            Duration.ofMillis(time.toMillis() / 2 + random.nextLong(time.toMillis() / 2)));
      }
    }
    if (!Files.exists(record)) {
      try (ProgramProcess program = ProgramProcess.start(directory, arguments())) {
        program.awaitThat("the record", () -> Files.exists(record));
        program.kill();
      }
    }
    compact().with(0);
    assertThat(job.result().files()).isEqualTo(undisturbed.result().files());
    assertValid();
  }

  @Test
  void shouldRefuseWhatItCannotDo() throws IOException {
    assertThat(Program.run("compact", directory.resolve("no").toString()).with(2).err())
        .contains("is not an output of Sluice");
    assertThat(compact("--below", "large").with(2).err()).contains("--below", "large");
    Path mark = job.output().resolve("_sluice/resets.json");
    Files.writeString(mark, "{\"begun\":{\"" + DUMP + "\":0}}");
    assertThat(compact().with(1).lastLine())
        .contains("the reset of " + DUMP + " has started but has not finished", "reset --output");
    assertThat(job.result().files()).isEqualTo(Undisturbed.output().files());
  }
}
