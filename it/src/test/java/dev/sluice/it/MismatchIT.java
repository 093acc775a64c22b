package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counters of one stage that are not those of the next. */
class MismatchIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String DUMP = "CC-MAIN-2013-20";
  private static final long WRONG = 1_000_000;

  @TempDir Path directory;
  private Job job;

  /** A copy of an output, in which a cut tells of rows of a dump that no shard holds. */
  @BeforeEach
  void copyOutput() throws IOException {
    job = Job.of(Undisturbed.source(), directory.resolve("output"));
    Sources.copy(Undisturbed.output().root(), job.output());
    for (Path file : Output.walk(job.output().resolve("_sluice/cuts"))) {
      ObjectNode cut = (ObjectNode) Output.json(file);
      if (cut.get("rows").has("data/" + DUMP + "#1")) {
        ((ObjectNode) cut.get("rows").get("data/" + DUMP + "#1")).put(DUMP, WRONG);
        JSON.writeValue(file.toFile(), cut);
        return;
      }
    }
    throw new AssertionError("no cut has rows of " + DUMP);
  }

  private Program.Ended program(String command, String... options) {
    List<String> arguments = new ArrayList<>(job.arguments());
    arguments.set(0, command);
    arguments.addAll(List.of(options));
    return Program.run(arguments);
  }

  private static void assertThatItIsTold(Program.Ended ended) {
    assertThat(ended.with(1).lastLine())
        .startsWith("sluice: ")
        .contains(
            "the counters do not add up",
            "the topology kept ",
            "took " + WRONG + " rows, but its files hold ")
        .contains("reset --dump", "reset --all")
        .doesNotContain("unexpected failure", "Exception");
  }

  @Test
  void shouldBeReportedByEveryCommandThatSealsUntilTheDumpIsForgotten() {
    assertThatItIsTold(job.run(1));
    try (Program broker = ProgramThread.startBroker(job.output().resolve("_sluice/work"))) {
      assertThatItIsTold(
          program(
              "sink",
              "--kafka=" + broker.out().strip(),
              "--set=kafka.partitions=2",
              "--work-dir=" + directory.resolve("sink")));
    }

    assertThat(program("reset", "--dump=" + DUMP).with(0).out()).contains(DUMP + " is forgotten");
    job.run(0);
    Program.run("validate", job.output().toString(), "--source", job.input().toString()).with(0);
    program("reset", "--all").with(0);
  }
}
