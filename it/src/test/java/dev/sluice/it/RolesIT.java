package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The roles as processes of their own, several of each, with one broker. */
class RolesIT {
  @TempDir Path directory;
  private final List<Program> started = new ArrayList<>();
  private Job job;
  private String servers;

  @BeforeEach
  void startBroker() {
    job = Job.of(Undisturbed.source(), directory.resolve("output"), "--set", "kafka.partitions=2");
    Program broker = keep(Program.start(directory, "broker", "--work-dir", "broker"));
    broker.awaitThat("the broker's address", () -> broker.out().endsWith("\n"));
    servers = broker.out().strip();
  }

  @AfterEach
  void stopAll() {
    started.forEach(Program::close);
  }

  @Test
  void shouldMakeTheSameBytesAsOneProcess() {
    Program streams = role("streams", "a");
    Program sink = role("sink", "a");
    Program ingest = role("ingest", "a", "--wait");
    ingest.await().with(0);
    assertThat(job.result().files()).isEqualTo(Undisturbed.output().files());
    Program.Ended status =
        Program.run(directory, "status", "--kafka", servers, job.output().toString(), "--json");
    assertThat(status.with(0).out()).contains("\"sealed\"").doesNotContain("\"reading\"");
    assertThat(role("ingest", "a", "--wait").await().with(0).err()).doesNotContain("unit read");
    streams.terminate();
    sink.interrupt();
    streams.await().with(143);
    sink.await().with(130);
  }

  @Test
  void shouldMakeTheSameBytesWhenOneOfTwoIsKilled() {
    Program streams = role("streams", "a");
    role("streams", "b");
    Program sink = role("sink", "a");
    role("sink", "b");
    Program ingest = role("ingest", "a", "--wait");
    ingest.awaitThat("the first cut", () -> job.result().cuts() > 0);
    streams.kill();
    sink.kill();
    role("streams", "a");
    role("sink", "a");
    ingest.await().with(0);
    assertThat(job.result().files()).isEqualTo(Undisturbed.output().files());
  }

  @Test
  void shouldForgetADumpAndThenEverything() {
    String dump = "CC-MAIN-2013-20";
    Program streams = role("streams", "a");
    Program sink = role("sink", "a");
    role("ingest", "a", "--wait").await().with(0);
    SortedMap<String, String> others = job.result().files();
    others.keySet().removeIf(path -> path.contains(dump));
    Program reset = role("reset", "a", "--dump", dump);
    assertThat(reset.await().with(0).out()).contains(dump + " is forgotten");
    assertThat(job.result().files()).isEqualTo(others);
    assertThat(role("reset", "a", "--all").await().with(1).lastLine())
        .contains("has members", "stop `streams` and `sink`");
    streams.terminate();
    sink.terminate();
    streams.await();
    sink.await();
    assertThat(role("reset", "b", "--all").await().with(0).out())
        .contains("sluice.documents", "sluice.ingest.progress", "sluice.curation-ids-changelog");
    assertThat(job.result().files()).isEmpty();
    assertThat(role("reset", "b", "--all").await().with(0).out()).contains("nothing is left");
  }

  private Program role(String role, String instance, String... options) {
    List<String> arguments = new ArrayList<>(List.of(role));
    arguments.addAll(job.arguments().subList(1, job.arguments().size()));
    arguments.addAll(List.of("--kafka", servers, "--work-dir", role + "-" + instance));
    arguments.addAll(List.of(options));
    return keep(Program.start(directory, arguments));
  }

  private Program keep(Program program) {
    started.add(program);
    return program;
  }
}
