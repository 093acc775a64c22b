package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.work.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ingest --watch}: dumps that come one after another, months apart. */
class WatchIT {
  private static final String FIRST = "CC-MAIN-2013-20";
  private static final String SECOND = "CC-MAIN-2014-10";
  private static final String THIRD = "CC-MAIN-2015-14";

  @TempDir Path directory;
  private Path input;
  private Job job;
  private Roles roles;

  @BeforeEach
  void startBroker() throws IOException {
    input = Files.createDirectories(directory.resolve("input/data"));
    job =
        Job.of(
            directory.resolve("input"),
            directory.resolve("output"),
            "--set=kafka.partitions=2",
            "--set=ingest.watch.interval=100ms",
            "--set=ingest.watch.settle=200ms");
    roles = Roles.of(directory, job);
  }

  @AfterEach
  void stopAll() {
    roles.close();
  }

  private static Path source(String dump) {
    return Undisturbed.source().resolve("data").resolve(dump);
  }

  private void deliver(String dump) throws IOException {
    deliver(dump, input);
  }

  /** All files at once: nobody meets half of a file, or some of the files. */
  private void deliver(String dump, Path to) throws IOException {
    Sources.copy(source(dump), aside(dump));
    Files.move(aside(dump), to.resolve(dump));
  }

  private Path aside(String dump) {
    return directory.resolve("aside").resolve(dump);
  }

  private void awaitSeal(Program watch, String dump) {
    Path manifest = job.output().resolve("_sluice/dumps").resolve(dump + ".json");
    watch.awaitThat(dump + " is sealed", () -> Files.exists(manifest));
  }

  private static void awaitRead(Program watch, String unit) {
    watch.awaitThat(
        unit + " is read",
        () ->
            watch
                .err()
                .lines()
                .anyMatch(line -> line.contains("unit read") && line.contains(unit)));
  }

  @Test
  void shouldWatchSeveralInputs() throws IOException {
    Path more = Files.createDirectories(directory.resolve("more"));
    Program watch = roles.start("ingest", "a", "--watch", "--input", more.toString());
    roles.start("streams", "a");
    roles.start("sink", "a");
    deliver(FIRST);
    awaitSeal(watch, FIRST);
    deliver(SECOND, more);
    awaitSeal(watch, SECOND);

    assertThat(watch.err()).contains("input/data/" + FIRST + "#1", "more/" + SECOND + "#1");
    assertThat(job.result().dumps()).contains(FIRST, SECOND);
  }

  @Test
  @Tag("endurance")
  void shouldMakeTheSameBytesOfDumpsThatComeMonthsApart() throws IOException {
    Program watch = roles.start("ingest", "a", "--watch");
    List<Program> others = List.of(roles.start("streams", "a"), roles.start("sink", "a"));
    deliver(FIRST);
    awaitSeal(watch, FIRST);

    others.forEach(Program::terminate);
    others.forEach(program -> program.await().with(143));
    roles.deleteGroups();
    for (Path file : Output.walk(input.resolve(FIRST))) {
      Files.delete(file);
    }

    Path stalled = input.resolve(SECOND).resolve("000_00000.parquet");
    byte[] whole = Files.readAllBytes(source(SECOND).resolve("000_00000.parquet"));
    Files.createDirectories(stalled.getParent());
    Files.write(stalled, Arrays.copyOf(whole, whole.length / 2));
    watch.awaitThat("it waits", () -> watch.err().contains("no readable footer"));
    FileTree.deleteAll(input.resolve(SECOND));
    deliver(SECOND);
    roles.start("streams", "a");
    roles.start("sink", "a");
    awaitSeal(watch, SECOND);
    Files.createFile(Files.createDirectories(aside(THIRD)).resolve("_SUCCESS"));
    deliver(THIRD);
    awaitSeal(watch, THIRD);

    watch.terminate();
    Program.Ended ended = watch.await().with(143);
    assertThat(ended.err()).contains("stopped cleanly").doesNotContain("changed since");
    assertThat(ended.err().lines().filter(line -> line.contains("no readable footer")))
        .singleElement()
        .asString()
        .contains(SECOND);
    assertThat(job.result().files()).isEqualTo(Undisturbed.output().files());
  }

  @Test
  void shouldTakeADumpAgainThatWasForgottenMeanwhile() throws IOException {
    Program watch = roles.start("ingest", "a", "--watch");
    roles.start("streams", "a");
    roles.start("sink", "a");
    deliver(FIRST);
    awaitSeal(watch, FIRST);
    SortedMap<String, List<String>> kept = job.result().kept();

    roles.start("reset", "a", "--dump=" + FIRST).await().with(0);
    awaitRead(watch, FIRST + "#2");
    awaitSeal(watch, FIRST);
    assertThat(job.result().kept()).isEqualTo(kept);
    watch.terminate();
    watch.await().with(143);
  }

  @Test
  void shouldTakeRepairedFilesAnewAndNameChangedAndMissingOnes() throws IOException {
    Path broken = input.resolve(FIRST).resolve("000_00000.parquet");
    byte[] whole = Files.readAllBytes(source(FIRST).resolve("000_00000.parquet"));
    Files.createDirectories(broken.getParent());
    Files.write(broken, Arrays.copyOf(whole, whole.length / 2));
    Files.createFile(broken.resolveSibling("_SUCCESS"));
    Program watch = roles.start("ingest", "a", "--watch");
    awaitRead(watch, FIRST + "#1");
    assertThat(watch.err()).contains("file quarantined");

    Files.write(broken, whole);
    awaitRead(watch, FIRST + "#2");
    deliver(SECOND);
    awaitRead(watch, SECOND + "#1");
    Path changed = input.resolve(SECOND).resolve("000_00000.parquet");
    Files.write(changed, Arrays.copyOf(whole, 1_000));
    watch.awaitThat("the change is told", () -> watch.err().contains("changed since"));
    assertThat(watch.err())
        .contains("data/" + SECOND + "/000_00000.parquet")
        .contains("reset --output OUT --unit data/" + SECOND + "#1");

    Files.delete(changed);
    watch.terminate();
    watch.await().with(143);
    Program.Ended refused = roles.start("ingest", "a").await().with(2);
    assertThat(refused.lastLine())
        .contains("data/" + SECOND + "/000_00000.parquet is missing")
        .contains("not sealed yet");
  }

  @Test
  void shouldRefuseToWaitForTheEndOfAWatch() {
    Program.Ended refused = roles.start("ingest", "a", "--watch", "--wait").await().with(2);
    assertThat(refused.err()).contains("--watch and --wait cannot be combined");
  }
}
