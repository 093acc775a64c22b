package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several instances of each role, which come, go and stand still while the job is running. */
@Tag("endurance")
class ScaleIT {
  private static final Duration LONGER_THAN_ALL = Duration.ofSeconds(9);

  @TempDir Path directory;
  private final List<Roles> opened = new ArrayList<>();

  @AfterEach
  void stopAll() {
    opened.forEach(Roles::close);
  }

  private Job job(String output) {
    return Job.of(Undisturbed.source(), directory.resolve(output), "--set=kafka.partitions=4");
  }

  private Roles roles(Job job) {
    Roles roles = Roles.of(directory, job);
    opened.add(roles);
    return roles;
  }

  @Test
  void shouldMakeTheSameBytesWhileInstancesComeAndGo() {
    Job alone = job("alone");
    alone.run(0);
    Job job = job("several");
    Roles roles = roles(job);
    roles.start("streams", "a");
    ProgramProcess second = roles.startProcess("streams", "b");
    Program third = roles.start("streams", "c");
    roles.start("sink", "a");
    Program leaving = roles.start("sink", "b");
    Program ingest = roles.ingestToFirstCut();

    third.terminate();
    leaving.terminate();
    third.await().with(143);
    leaving.await().with(143);
    second.kill();
    roles.start("streams", "d");
    roles.start("sink", "c");

    ingest.await().with(0);
    SortedMap<String, String> expected = alone.result().files();
    assertThat(job.result().files()).isEqualTo(expected);
    job.result().hasNoLeftovers();
  }

  @Test
  void shouldMakeTheSameBytesWhenInstancesStandStillAndAreReplaced() {
    Job job = twoPartitions(Roles.SHORT_SESSIONS);
    Roles roles = roles(job);
    ProgramProcess streams = roles.startProcess("streams", "a");
    ProgramProcess sink = roles.startProcess("sink", "a");
    Program ingest = roles.ingestToFirstCut();

    sink.suspend();
    streams.suspend();
    roles.start("streams", "b");
    roles.start("sink", "b");
    long until = System.nanoTime() + LONGER_THAN_ALL.toNanos();
    roles.broker().awaitThat("all have timed out", () -> System.nanoTime() > until);
    sink.resume();
    streams.resume();

    ingest.await().with(0);
    assertThat(job.result().files()).isEqualTo(Undisturbed.output().files());
    assertThat(sink.isAlive()).as("the sink that stood still: %s", sink.err()).isTrue();
    assertThat(streams.isAlive()).as("the topology: %s", streams.err()).isTrue();
  }

  private Job twoPartitions(List<String> options) {
    List<String> all = new ArrayList<>(options);
    all.add("--set=kafka.partitions=2");
    return Job.of(Undisturbed.source(), directory.resolve("output"), all.toArray(new String[0]));
  }
}
