package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What status says of what is sealed, and of what waits. */
class StatusIT {
  @TempDir Path directory;

  @Test
  void shouldTellOfWhatIsSealed() throws IOException {
    Job job = Job.of(Undisturbed.source(), directory.resolve("output"));
    job.run(0);
    Program.Ended waited = status(job, "--wait", "--json").with(0);
    JsonNode report = new ObjectMapper().readTree(waited.out());
    assertThat(report.get("sealed").asBoolean()).isTrue();
    assertThat(report.get("units")).hasSize(3);
    assertThat(status(job).with(0).out())
        .contains("no broker is running on it", "unit data/", "of 4,000 rows: ");
    String dump = job.result().dumps().get(0);
    assertThat(status(job, "--dump", dump).with(0).out()).contains(dump);
    assertThat(status(job, "--dump", "CC-MAIN-2099-01").with(2).err())
        .contains("--dump (CC-MAIN-2099-01): no such dump was begun; there are: " + dump);
  }

  @Test
  void shouldSayWhatWaitsWhereNobodyTakesIt() throws IOException {
    Job job =
        Job.of(Undisturbed.source(), directory.resolve("output"), "--set", "kafka.partitions=2");
    try (Program broker = Program.start(directory, "broker", "--work-dir", "broker")) {
      broker.awaitThat("the broker's address", () -> broker.out().endsWith("\n"));
      String servers = broker.out().strip();
      List<String> ingest = new ArrayList<>(List.of("ingest"));
      ingest.addAll(job.arguments().subList(1, job.arguments().size()));
      ingest.addAll(List.of("--kafka", servers));
      Program.run(directory, ingest).with(0);
      Program.Ended ended = status(job, "--kafka", servers, "--json").with(0);
      JsonNode report = new ObjectMapper().readTree(ended.out());
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
      assertThat(status(job, "--kafka", servers).with(0).out())
          .contains("time left cannot be told");
    }
  }

  private Program.Ended status(Job job, String... options) {
    List<String> arguments = new ArrayList<>(List.of("status", job.output().toString()));
    arguments.addAll(List.of(options));
    return Program.run(directory, arguments);
  }
}
