package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.monitor.RunDocument;
import dev.sluice.app.monitor.RunDocuments;
import dev.sluice.app.monitor.RunState;
import dev.sluice.app.monitor.Series.Figure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The run document that a run leaves behind. */
class MonitorIT {
  private static final List<String> OF_BUCKETS =
      List.of(
          "kept", "duplicates_removed", "near_duplicates_removed", "sampled_out", "invalid_text");

  /** Without ids, copies of a document are near-duplicates. */
  private static final String[] NEAR = {
    "--set", "input.columns.id=null", "--set", "near-dedup.method=minhash"
  };

  @TempDir Path directory;

  @Test
  void shouldEndWithTheCountersOfTheManifests() {
    Job job = Job.of(Undisturbed.source(), directory.resolve("output"));
    job.run(0);
    RunDocument document = document(job).orElseThrow();
    requireCountersOfTheManifests(document, job.result());
    assertThat(document.phase()).isEqualTo("ended");
    assertThat(document.series().values(Figure.LAG_SINK))
        .last()
        .isNull(); // and not all that was ever kept
    assertThat(document.state().progress().done())
        .isPositive()
        .isEqualTo(document.state().progress().total());
    assertThat(document.events())
        .extracting(RunDocument.Event::kind)
        .startsWith("started")
        .contains("unit_begun", "dump_sealed")
        .endsWith("stopped");
  }

  @Test
  @Tag("endurance")
  void shouldGoOnAfterAKill() {
    Job job = Job.of(Undisturbed.source(), directory.resolve("output"));
    job.startUntil("9 cuts", () -> job.result().cuts() >= 9).kill();
    List<Long> before = document(job).orElseThrow().series().time();
    assertThat(before).isNotEmpty();
    try (ProgramProcess program = job.start()) { // its log would disturb other tests here
      program.await().with(0);
    }
    RunDocument document = document(job).orElseThrow();
    requireCountersOfTheManifests(document, job.result());
    assertThat(document.series().time()).startsWith(before.get(0)).isSorted();
    assertThat(document.series().time().size()).isGreaterThan(before.size());
    assertThat(document.processes()).hasSize(2);
    assertThat(document.processes().get(0).ended()).isNull();
    assertThat(document.processes().get(1).exit()).isEqualTo("ended");
    assertThat(document.events()).extracting(RunDocument.Event::kind).contains("recovered");
  }

  /** Whoever killed the run that made the output may have killed its document, too. */
  @Test
  void shouldCountWhatIsSealedWhereNothingIsLeftToDo() throws IOException {
    Job job = Job.of(Undisturbed.source(), directory.resolve("output"));
    job.run(0);
    Files.delete(job.output().resolve("_sluice/work/run.json"));
    job.run(0);
    requireCountersOfTheManifests(document(job).orElseThrow(), job.result());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldMergeTheDocumentsOfRolesApart(boolean near) throws IOException {
    List<String> more = new ArrayList<>(List.of("--set", "kafka.partitions=2"));
    more.addAll(near ? List.of(NEAR) : List.of());
    Job job =
        Job.of(Undisturbed.source(), directory.resolve("output"), more.toArray(String[]::new));
    try (Roles roles = Roles.of(directory, job)) {
      Program streams = roles.start("streams", "1");
      Program sink = roles.start("sink", "1");
      Optional<Program> bands = near ? Optional.of(roles.start("bands", "1")) : Optional.empty();
      roles.start("ingest", "1", "--wait").await().with(0);
      sink.terminate();
      streams.terminate();
      bands.ifPresent(Program::terminate);
      sink.await();
      streams.await();
      bands.ifPresent(Program::await);
    }
    List<RunDocument> documents = documents();
    RunDocument merged = RunDocuments.merge(documents);
    requireCountersOfTheManifests(merged, job.result());
    requireNearDuplicates(merged, near);
    assertThat(merged.state().stages())
        .extracting(RunState.Stage::name)
        .contains("ingest", "topology", "sink");
    assertThat(merged.processes())
        .extracting(RunDocument.Process::role)
        .contains("ingest", "streams", "sink");
    assertThat(merged.processes()).hasSizeBetween(3, near ? 4 : 3);
    assertThat(documents)
        .allSatisfy(
            each -> assertThat(each.state().flow().outcomes().values()).allMatch(n -> n >= 0));
  }

  /** Rows that the bands have not judged yet are sampled all the same. */
  @Test
  void shouldMeasureTheRateOfRowsThatAreInFlight() {
    List<String> more = new ArrayList<>(List.of("--set", "kafka.partitions=2"));
    more.addAll(List.of(NEAR));
    Job job =
        Job.of(Undisturbed.source(), directory.resolve("output"), more.toArray(String[]::new));
    List<RunState.Bucket> before;
    try (Roles roles = Roles.of(directory, job)) {
      Program streams = roles.start("streams", "1");
      roles.start("ingest", "1").await().with(0);
      streams.awaitThat("all rows are sampled", () -> isSampled(RunDocuments.merge(documents())));
      before = RunDocuments.merge(documents()).state().buckets();
      Program sink = roles.start("sink", "1");
      Program bands = roles.start("bands", "1");
      roles.start("ingest", "1", "--wait").await().with(0);
      for (Program role : List.of(sink, streams, bands)) {
        role.terminate();
        role.await();
      }
    }
    List<RunState.Bucket> after = RunDocuments.merge(documents()).state().buckets();
    assertThat(before).allSatisfy(bucket -> assertThat(bucket.counts().kept()).isZero());
    assertThat(before).anySatisfy(bucket -> assertThat(bucket.measuredRate()).isLessThan(1));
    assertThat(before)
        .extracting(RunState.Bucket::measuredRate)
        .isEqualTo(after.stream().map(RunState.Bucket::measuredRate).toList());
  }

  /** Whether all rows that have no outcome yet have passed the topology. */
  private static boolean isSampled(RunDocument document) {
    long passed =
        document.state().buckets().stream()
            .mapToLong(bucket -> bucket.sampled() - bucket.counts().duplicatesRemoved())
            .sum();
    return document.state().flow() != null
        && passed > 0
        && document.state().flow().inFlight() == passed;
  }

  /** Those of all roles, from their work directories. */
  private List<RunDocument> documents() {
    List<RunDocument> documents = new ArrayList<>();
    try (Stream<Path> directories = Files.list(directory)) {
      for (Path each : directories.toList()) {
        RunDocuments.read(each).ifPresent(documents::add);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return documents;
  }

  private static void requireNearDuplicates(RunDocument document, boolean near) {
    long removed = document.state().flow().outcomes().getOrDefault("near_duplicates_removed", 0L);
    assertThat(removed > 0).isEqualTo(near);
    assertThat(
            document.state().buckets().stream()
                .mapToLong(bucket -> bucket.counts().nearDuplicatesRemoved())
                .sum())
        .isEqualTo(removed);
  }

  private static Optional<RunDocument> document(Job job) {
    try {
      return RunDocuments.ofOutput(job.output(), Optional.empty());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void requireCountersOfTheManifests(RunDocument document, Output output) {
    SortedMap<String, Long> totals = new TreeMap<>();
    SortedMap<String, Long> kept = new TreeMap<>();
    SortedMap<String, SortedMap<String, Long>> buckets = new TreeMap<>();
    for (String dump : output.dumps()) {
      output.counters(dump).forEach((name, rows) -> totals.merge(name, rows, Long::sum));
      kept.put(dump, output.counters(dump).get("kept"));
      output
          .manifest(dump)
          .get("buckets")
          .properties()
          .forEach(
              bucket ->
                  OF_BUCKETS.forEach(
                      name ->
                          buckets
                              .computeIfAbsent(bucket.getKey(), each -> new TreeMap<>())
                              .merge(name, bucket.getValue().path(name).asLong(), Long::sum)));
    }
    long rows = totals.remove("rows");
    assertThat(document.state().flow().rowsRead()).isEqualTo(rows);
    assertThat(document.state().flow().outcomes()).isEqualTo(totals);
    assertThat(document.state().flow().inFlight()).isZero();
    assertThat(document.state().dumps()).extracting(RunState.Dump::state).containsOnly("sealed");
    assertThat(document.state().dumps())
        .allSatisfy(dump -> assertThat(dump.kept()).isEqualTo(kept.get(dump.name())))
        .hasSameSizeAs(kept.keySet());
    for (RunState.Bucket bucket : document.state().buckets()) {
      assertThat(
              List.of(
                  bucket.counts().kept(),
                  bucket.counts().duplicatesRemoved(),
                  bucket.counts().nearDuplicatesRemoved(),
                  bucket.counts().sampledOut(),
                  bucket.counts().invalidText()))
          .isEqualTo(OF_BUCKETS.stream().map(buckets.get(bucket.name())::get).toList());
      assertThat(bucket.sampled()).isEqualTo(bucket.counts().sampled());
    }
  }
}
