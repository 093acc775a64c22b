package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.monitor.RunDocument;
import dev.sluice.app.monitor.RunFile;
import dev.sluice.app.monitor.RunState;
import dev.sluice.app.monitor.Series.Figure;
import dev.sluice.core.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
  void shouldCountEachRowInOneDocumentOfRolesApart(boolean near) throws IOException {
    List<String> more = new ArrayList<>(List.of("--set", "kafka.partitions=2"));
    more.addAll(near ? List.of(NEAR) : List.of());
    Job job =
        Job.of(Undisturbed.source(), directory.resolve("output"), more.toArray(String[]::new));
    try (Roles roles = Roles.of(directory, job)) {
      Program streams = roles.start("streams", "1");
      Program sink = roles.start("sink", "1");
      Optional<Program> matcher =
          near ? Optional.of(roles.start("matcher", "1")) : Optional.empty();
      roles.start("ingest", "1", "--wait").await().with(0);
      sink.terminate();
      streams.terminate();
      matcher.ifPresent(Program::terminate);
      sink.await();
      streams.await();
      matcher.ifPresent(Program::await);
    }
    List<RunDocument> documents = documents();
    Output output = job.result();
    SortedMap<String, Long> outcomes = outcomes(documents);
    assertThat(outcomes.getOrDefault("near_duplicates_removed", 0L) > 0).isEqualTo(near);
    SortedMap<String, Long> totals = totals(output);
    assertThat(documents.stream().mapToLong(each -> each.state().flow().rowsRead()).sum())
        .isEqualTo(totals.remove("rows"));
    assertThat(outcomes).isEqualTo(totals);
    for (RunState.Bucket bucket : buckets(documents)) {
      requireCountsOfTheManifests(bucket, output);
    }
    assertThat(documents)
        .flatExtracting(RunDocument::processes)
        .extracting(RunDocument.Process::role)
        .contains("ingest", "streams", "sink")
        .hasSizeBetween(3, near ? 4 : 3);
    assertThat(documents)
        .allSatisfy(
            each -> assertThat(each.state().flow().outcomes().values()).allMatch(n -> n >= 0));
  }

  /** Rows that the matcher has not judged yet are sampled all the same. */
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
      streams.awaitThat("all rows are sampled", () -> isSampled(documents()));
      before = buckets(documents());
      Program sink = roles.start("sink", "1");
      Program matcher = roles.start("matcher", "1");
      roles.start("ingest", "1", "--wait").await().with(0);
      for (Program role : List.of(sink, streams, matcher)) {
        role.terminate();
        role.await();
      }
    }
    List<RunState.Bucket> after = buckets(documents());
    assertThat(before).allSatisfy(bucket -> assertThat(bucket.counts().kept()).isZero());
    assertThat(before).anySatisfy(bucket -> assertThat(bucket.measuredRate()).isLessThan(1));
    assertThat(before)
        .extracting(RunState.Bucket::measuredRate)
        .isEqualTo(after.stream().map(RunState.Bucket::measuredRate).toList());
  }

  /** Whether all rows that have no outcome yet have passed the topology. */
  private static boolean isSampled(List<RunDocument> documents) {
    long passed =
        buckets(documents).stream()
            .mapToLong(bucket -> bucket.sampled() - bucket.counts().duplicatesRemoved())
            .sum();
    long read =
        documents.stream()
            .filter(each -> each.state().flow() != null)
            .mapToLong(each -> each.state().flow().rowsRead())
            .sum();
    SortedMap<String, Long> outcomes = outcomes(documents);
    long ended =
        Stream.of(Outcome.values()).mapToLong(each -> outcomes.getOrDefault(each.key(), 0L)).sum();
    return passed > 0 && read - ended == passed;
  }

  private static SortedMap<String, Long> outcomes(List<RunDocument> documents) {
    SortedMap<String, Long> sums = new TreeMap<>();
    documents.stream()
        .map(each -> each.state().flow())
        .filter(Objects::nonNull)
        .forEach(flow -> flow.outcomes().forEach((name, n) -> sums.merge(name, n, Long::sum)));
    return sums;
  }

  /** The buckets with the rows that all roles have counted. */
  private static List<RunState.Bucket> buckets(List<RunDocument> documents) {
    Map<String, RunState.Bucket> buckets = new TreeMap<>();
    documents.stream()
        .flatMap(each -> each.state().buckets().stream())
        .forEach(
            bucket ->
                buckets.merge(
                    bucket.name(),
                    bucket,
                    (one, other) ->
                        RunState.Bucket.of(
                            one.name(),
                            one.targetRate(),
                            one.counts().plus(other.counts()),
                            one.sampled() + other.sampled())));
    return List.copyOf(buckets.values());
  }

  /** Those of all roles, from their work directories. */
  private List<RunDocument> documents() {
    List<RunDocument> documents = new ArrayList<>();
    try (Stream<Path> directories = Files.list(directory)) {
      for (Path each : directories.toList()) {
        new RunFile(each).read().ifPresent(documents::add);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return documents;
  }

  private static Optional<RunDocument> document(Job job) {
    try {
      return RunFile.ofOutput(job.output()).stream().findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static SortedMap<String, Long> totals(Output output) {
    SortedMap<String, Long> totals = new TreeMap<>();
    for (String dump : output.dumps()) {
      output.counters(dump).forEach((name, rows) -> totals.merge(name, rows, Long::sum));
    }
    return totals;
  }

  private static void requireCountersOfTheManifests(RunDocument document, Output output) {
    SortedMap<String, Long> totals = totals(output);
    long rows = totals.remove("rows");
    assertThat(document.state().flow().rowsRead()).isEqualTo(rows);
    assertThat(document.state().flow().outcomes()).isEqualTo(totals);
    assertThat(document.state().flow().inFlight()).isZero();
    assertThat(document.state().dumps()).extracting(RunState.Dump::state).containsOnly("sealed");
    assertThat(document.state().dumps())
        .allSatisfy(
            dump -> assertThat(dump.kept()).isEqualTo(output.counters(dump.name()).get("kept")))
        .hasSameSizeAs(output.dumps());
    for (RunState.Bucket bucket : document.state().buckets()) {
      requireCountsOfTheManifests(bucket, output);
      assertThat(bucket.sampled()).isEqualTo(bucket.counts().sampled());
    }
  }

  private static void requireCountsOfTheManifests(RunState.Bucket bucket, Output output) {
    for (String name : OF_BUCKETS) {
      long rows = 0;
      for (String dump : output.dumps()) {
        rows += output.manifest(dump).at("/buckets/" + bucket.name() + "/" + name).asLong();
      }
      assertThat(bucket.counts().listed().getOrDefault(name, 0L)).as(name).isEqualTo(rows);
    }
  }
}
