package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What status says of what is sealed, and of what waits. */
class StatusIT {
  private static final String DUMP = "CC-MAIN-2013-20";

  @TempDir Path directory;

  @Test
  void shouldWaitForARunAndReportWhatIsSealed() throws IOException {
    Job job = Job.of(Undisturbed.source(), directory.resolve("output"));
    try (Program run = ProgramThread.start(job.arguments())) {
      run.awaitThat(
          "the output is begun", () -> Files.exists(job.output().resolve("_sluice/owner.json")));
      JsonNode report = json(status(job, "--wait", "--json"));
      assertThat(report.get("sealed").asBoolean()).isTrue();
      assertThat(report.get("units")).isNotEmpty();
      run.await().with(0);
    }
    assertThat(json(status(job, "--wait", "--json")).get("units")).hasSize(3);
    assertThat(status(job).with(0).out())
        .contains("no broker is running for this output", "unit data/", "of 4,000 rows: ");
    String dump = job.result().dumps().get(0);
    assertThat(status(job, "--dump", dump).with(0).out()).contains(dump);
    assertThat(status(job, "--dump", "CC-MAIN-2099-01").with(2).err())
        .contains("--dump (CC-MAIN-2099-01): no such dump; must be one of: " + dump);
  }

  @Test
  void shouldSayWhatWaitsWhereNobodyTakesIt() throws IOException {
    Job job =
        Job.of(Undisturbed.source(), directory.resolve("output"), "--set", "kafka.partitions=2");
    try (Roles roles = Roles.of(directory, job)) {
      roles.start("ingest", "1").await().with(0);
      String kafka = "--kafka=" + roles.servers();
      JsonNode report = json(status(job, kafka, "--json"));
      assertThat(report.get("sealed").asBoolean()).isFalse();
      assertThat(report.has("seconds_left")).isFalse();
      assertThat(report.at("/units/0/state").asText()).isEqualTo("curating");
      assertThat(report.at("/ingest/bytes_left").asLong(-1)).isZero();
      assertThat(report.at("/stages/0/stage").asText()).isEqualTo("topology");
      assertThat(report.at("/stages/0/lag").asLong()).isPositive();
      assertThat(report.at("/stages/0/per_second").asDouble(-1)).isZero();
      assertThat(report.at("/stages/1/lag").asLong(-1)).isZero();
      assertThat(report.at("/topic_bytes/sluice.documents").asLong()).isPositive();
      assertThat(report.at("/disk/volumes/0/has_room").asBoolean()).isTrue();
      assertThat(report.get("resets")).isEmpty();

      Program reset = roles.start("reset", "1", "--dump=" + DUMP);
      String through = "reset " + DUMP + ": passed 0 of 8 partitions; 0 files (0 B) to be deleted";
      AtomicReference<String> said = new AtomicReference<>("");
      reset.awaitThat(
          "the records are sent",
          () -> said.updateAndGet(before -> status(job, kafka).with(0).out()).contains(through));
      assertThat(said.get()).contains("time left unknown");
      Program waiting =
          ProgramThread.start("status", job.output().toString(), kafka, "--wait", "--json");

      roles.start("streams", "1");
      roles.start("sink", "1");
      assertThat(reset.await().with(0).out()).contains(DUMP + " is forgotten");
      report = json(waiting.await());
      assertThat(report.get("sealed").asBoolean()).isTrue();
      assertThat(report.get("units")).hasSize(2);
    }
  }

  private static JsonNode json(Program.Ended ended) throws IOException {
    return new ObjectMapper().readTree(ended.with(0).out());
  }

  private Program.Ended status(Job job, String... options) {
    List<String> arguments = new ArrayList<>(List.of("status", job.output().toString()));
    arguments.addAll(List.of(options));
    return Program.run(arguments);
  }
}
