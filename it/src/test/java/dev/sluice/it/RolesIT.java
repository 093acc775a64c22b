package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.progress.ListedFile;
import dev.sluice.topics.progress.ProgressLog;
import dev.sluice.topics.progress.ProgressState.UnitFiles;
import dev.sluice.topics.progress.UnitProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.Producer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The roles apart from each other, several of each, with one broker. */
class RolesIT {
  private static final int DUMPS = 3;

  @TempDir Path directory;
  private Job job;

  @BeforeEach
  void chooseOutput() {
    job = job(List.of());
  }

  private Job job(List<String> options) {
    List<String> all = new ArrayList<>(options);
    all.add("--set=kafka.partitions=2");
    return Job.of(Undisturbed.source(), directory.resolve("output"), all.toArray(new String[0]));
  }

  /** As on a machine that does not see the output. */
  @Test
  void shouldReadTheInputWithoutAnOutput() {
    try (Roles roles = Roles.of(directory, job)) {
      Program.Ended ended =
          Program.run(
              "ingest",
              "--input=" + Undisturbed.source(),
              "--kafka=" + roles.servers(),
              "--work-dir=" + directory.resolve("work"),
              "--set=kafka.partitions=2");
      assertThat(ended.with(0).out()).contains("Took ");
    }
  }

  @Test
  void shouldMakeTheSameBytesAsOneProcess() {
    try (Roles roles = Roles.of(directory, job)) {
      Program streams = roles.start("streams", "a");
      Program sink = roles.start("sink", "a");
      Program ingest = roles.start("ingest", "a", "--wait");
      assertThat(ingest.await().with(0).out()).startsWith("Took ").contains(" documents at ");
      assertThat(job.result().files()).isEqualTo(Undisturbed.output().files());
      String output = job.output().toString();
      Program.Ended status = Program.run("status", "--kafka", roles.servers(), output, "--json");
      assertThat(status.with(0).out()).contains("\"sealed\"").doesNotContain("\"reading\"");
      Program.Ended again = roles.start("ingest", "a", "--wait").await().with(0);
      assertThat(again.err()).doesNotContain("unit read");
      assertThat(again.out()).as("nothing was read").isEmpty();
      streams.terminate();
      sink.terminate();
      streams.await().with(143);
      sink.await().with(143);
    }
  }

  @Test
  @Tag("endurance")
  void shouldMakeTheSameBytesWhenOneOfTwoIsKilled() {
    try (Roles roles = Roles.of(directory, job)) {
      ProgramProcess streams = roles.startProcess("streams", "a");
      roles.start("streams", "b");
      ProgramProcess sink = roles.startProcess("sink", "a");
      roles.start("sink", "b");
      Program ingest = roles.ingestToFirstCut();
      streams.kill();
      sink.kill();
      roles.start("streams", "a");
      roles.start("sink", "a");
      ingest.await().with(0);
      assertThat(job.result().files()).isEqualTo(Undisturbed.output().files());
    }
  }

  @Test
  @Tag("endurance")
  void shouldMakeTheSameBytesWhereTheBrokerAssigns() {
    job = job(List.of("--set=kafka.properties.group.protocol=consumer"));
    try (Roles roles = Roles.of(directory, job)) {
      roles.start("streams", "a");
      Program leaving = roles.start("streams", "b");
      roles.start("sink", "a");
      Program ingest = roles.ingestToFirstCut();

      leaving.terminate();
      leaving.await().with(143);

      ingest.await().with(0);
      assertThat(job.result().files()).isEqualTo(Undisturbed.output().files());
      assertThat(roles.groupTypes()).containsExactly("Consumer", "Streams");
    }
  }

  @Test
  @Tag("endurance")
  void shouldForgetADumpAndThenEverything() {
    String dump = "CC-MAIN-2013-20";
    try (Roles roles = Roles.of(directory, job)) {
      Program streams = roles.start("streams", "a");
      Program sink = roles.start("sink", "a");
      roles.start("ingest", "a", "--wait").await().with(0);
      SortedMap<String, String> others = job.result().files();
      others.keySet().removeIf(path -> path.contains(dump));
      Program reset = roles.start("reset", "a", "--dump", dump);
      assertThat(reset.await().with(0).out()).contains(dump + " is forgotten");
      assertThat(job.result().files()).isEqualTo(others);
      assertThat(roles.start("reset", "a", "--all").await().with(1).lastLine())
          .contains("has members", "stop `streams`, `matcher` and `sink`");
      streams.terminate();
      sink.terminate();
      streams.await();
      sink.await();
      roles.endSessions(Roles.GROUPS);
      assertThat(roles.start("reset", "b", "--all").await().with(0).out())
          .contains("sluice.documents", "sluice.ingest.progress", "sluice.curation-ids-changelog");
      assertThat(job.result().files()).isEmpty();
      assertThat(roles.start("reset", "b", "--all").await().with(0).out())
          .contains("nothing is left");
    }
  }

  private long manifests() {
    return job.result().files().keySet().stream().filter(path -> path.endsWith(".json")).count();
  }

  /** A unit whose markers never come, as the progress topic has it. */
  private static void tellOfAnEndedUnit(Roles roles, String unit, String file) throws IOException {
    KafkaConnection connection = new KafkaConnection(roles.servers(), Map.of());
    ProgressLog log = new ProgressLog(connection, "sluice.ingest.progress");
    long bytes = Files.size(Undisturbed.source().resolve(file));
    try (Producer<byte[], byte[]> producer = connection.producer(Map.of())) {
      log.records(new UnitFiles(unit, List.of(new ListedFile(file, bytes, 0))))
          .forEach(producer::send);
      producer.send(
          log.record(new UnitProgress(unit, 1, 0, new TreeMap<>(), new TreeMap<>(), true, "test")));
    }
  }

  @Test
  @Tag("endurance")
  void shouldNotWaitForAUnitThatAResetForgets() throws IOException {
    String unit = "data/CC-MAIN-2099-01#1";
    try (Roles roles = Roles.of(directory, job)) {
      roles.start("ingest", "a").await().with(0);
      tellOfAnEndedUnit(roles, unit, "data/CC-MAIN-2013-20/000_00000.parquet");
      Program run = roles.start("run", "a");
      run.awaitThat("all other units are sealed", () -> manifests() >= DUMPS);

      roles.start("reset", "a", "--unit", unit).await().with(0);

      Program.Ended ended = run.await().with(0);
      assertThat(ended.out()).contains("Sealed: ").doesNotContain(unit);
      assertThat(job.result().files()).isEqualTo(Undisturbed.output().files());
    }
  }
}
