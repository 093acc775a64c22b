package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.operators.ParameterValue;
import dev.sluice.storage.testing.Corpus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Near-deduplication removes what a brute force removes, whatever the number of partitions and
 * workers, however the text travels, and whoever is killed.
 */
@Order(3)
class NearDedupIT {
  private static final String ON = "--set=near-dedup.method=minhash";
  private static final int DOCUMENTS = 3_000;
  private static final int HALF_READ = 60_000;

  @TempDir Path directory;

  private Path source() {
    Path source = directory.resolve("source");
    return Files.exists(source) ? source : NearTexts.write(source, DOCUMENTS, 26);
  }

  private Job job(String name, String... options) {
    return job(source(), name, options);
  }

  private Job job(Path input, String name, String... options) {
    List<String> all = new ArrayList<>(List.of(ON));
    all.addAll(Arrays.asList(options));
    return Job.of(input, directory.resolve(name), all.toArray(String[]::new));
  }

  private static PlainCuration.Rules rules(String dedup, String scope) {
    return new PlainCuration.Rules(42, 5.0, dedup, PlainOperators.NONE, scope);
  }

  /** Kept rows, counters, and what {@code validate} says. */
  private static void assertIs(PlainCuration.Result expected, Job job) {
    assertThat(Differences.between(expected.kept(), job.result().kept())).isEmpty();
    assertThat(job.result().countersByDump()).isEqualTo(expected.counters());
    job.result().hasNoLeftovers();
    Program.run("validate", job.output().toString(), "--source", job.input().toString()).with(0);
  }

  private Job withTextsInRecords(String many) {
    return job(
        "record-" + many,
        "--set=kafka.partitions=" + many,
        "--set=ingest.workers=" + many,
        "--set=topics.text=record");
  }

  private Job withTextsInTheSource(String many) {
    return job(
        "source-" + many,
        "--set=kafka.partitions=" + many,
        "--set=topics.text=source",
        "--set=ingest.workers=3",
        "--set=ingest.push-down=false",
        "--set=ingest.transaction-bytes=64KiB");
  }

  private void assertIsOnAnyNumber(PlainCuration.Result expected) {
    for (String many : List.of("1", "2", "7")) {
      Job records = withTextsInRecords(many);
      records.run(0);
      assertIs(expected, records);
      Job sources = withTextsInTheSource(many);
      sources.run(0);
      assertThat(sources.result().files()).as(many).isEqualTo(records.result().files());
    }
  }

  @Test
  void shouldRemoveWhatABruteForceRemovesAndExplainIt() {
    PlainCuration.Result expected = PlainCuration.of(source(), rules("bucket", "output"));
    assertThat(expected.removed()).hasSizeGreaterThan(150);
    Job one = withTextsInRecords("1");
    one.run(0);
    assertIs(expected, one);
    Job seven = withTextsInTheSource("7");
    seven.run(0);
    assertIs(expected, seven);

    Sources.Row row = expected.survivors().get(expected.removed().iterator().next());
    String said =
        Program.run(
                "validate",
                one.output().toString(),
                "--source",
                one.input().toString(),
                "--explain",
                row.id())
            .with(0)
            .out();
    assertThat(said)
        .contains(
            row.id() + " (data/" + row.dump(), "near_duplicates_removed", "  kept document: ");
    Path page = directory.resolve("page.html");
    Program.run("report", one.output().toString(), "--html", page.toString()).with(0);
    assertThat(page).content().contains("<summary><bdi>near duplicates removed</bdi>: ");
  }

  @Test
  @Tag("endurance")
  void shouldRemoveTheSameOnAnyNumberOfPartitionsAndWorkers() {
    assertIsOnAnyNumber(PlainCuration.of(source(), rules("bucket", "output")));
  }

  @Test
  void shouldCompareWithinDumps() {
    PlainCuration.Result expected = PlainCuration.of(source(), rules("none", "dump"));
    assertThat(expected.removed())
        .hasSizeBetween(
            100, PlainCuration.of(source(), rules("none", "output")).removed().size() - 50);
    Job job = job("dumps", "--set=near-dedup.scope=dump", "--set=dedup.scope=none");
    job.run(0);
    assertIs(expected, job);
  }

  @Test
  void shouldCompareTextsThatOperatorsReturn() {
    PlainOperators plain =
        new PlainOperators(
            List.of(
                PlainOperators.of(
                    "pattern",
                    Map.of(
                        "pattern",
                        ParameterValue.of("[aeiou]"),
                        "replacement",
                        ParameterValue.of("a"))),
                PlainOperators.of("character-count", Map.of("min", ParameterValue.of("40")))),
            8 << 10);
    PlainCuration.Result expected =
        PlainCuration.of(source(), new PlainCuration.Rules(42, 5.0, "global", plain, "output"));
    assertThat(expected.removed()).hasSizeGreaterThan(100);
    Job job =
        job(
            "operators",
            "--set=operators=[{pattern: {pattern: '[aeiou]', replacement: a}},"
                + " {character-count: {min: 40}}]",
            "--set=input.max-operator-text=8KiB",
            "--set=dedup.scope=global");
    job.run(0);
    assertIs(expected, job);
  }

  /** In the order of their names, and then in the opposite order. */
  @Test
  @Tag("endurance")
  void shouldRemoveTheSameOneDumpAfterAnother() {
    Job once = job("once");
    once.run(0);
    Path growing = directory.resolve("growing");
    Job more = job(growing, "more");
    List<Path> dumps = dumps();
    for (Path dump : dumps) {
      Sources.copy(dump, growing.resolve(source().relativize(dump)));
      more.run(0);
    }
    assertThat(more.result().files()).isEqualTo(once.result().files());
    assertIs(PlainCuration.of(growing, rules("bucket", "output")), more);

    Path late = directory.resolve("late");
    Job last = job(late, "last");
    for (Path dump : List.of(dumps.get(1), dumps.get(2), dumps.get(0))) {
      Sources.copy(dump, late.resolve(source().relativize(dump)));
      last.run(0);
    }
    assertIs(
        PlainCuration.withLast(
            late, rules("bucket", "output"), dumps.get(0).getFileName().toString()),
        last);
  }

  private List<Path> dumps() {
    return Output.walk(source()).stream().map(Path::getParent).distinct().sorted().toList();
  }

  /** Keys whose first document is forgotten belong to the next one that is read. */
  @Test
  @Tag("endurance")
  void shouldDecideAgainAfterAReset() {
    Job job = job("reset");
    job.run(0);
    String output = job.output().toString();
    Program.run("reset", "--output", output, "--dump", "CC-MAIN-2013-20").with(0);
    job.run(0);
    Program.run("validate", output, "--source", job.input().toString()).with(0);
  }

  /** The first rows of the half-read dump have lost to the forgotten one, and the rest has not. */
  @Test
  @Tag("endurance")
  void shouldDecideAgainAfterAResetWhileADumpWasHalfRead() {
    Path input = NearTexts.writeBrief(directory.resolve("brief"), HALF_READ, 26);
    Job job = job(input, "half", "--set=ingest.transaction-bytes=64KiB");
    Path signatures = job.output().resolve("_sluice/signatures");
    try (ProgramProcess program =
        job.startUntil("signatures of the second dump", () -> hasFileOf(signatures, "000002-"))) {
      program.kill();
    }
    String output = job.output().toString();
    String begun = "data/CC-MAIN-2014-10#1";
    String texts = "--set=input.path=" + input;
    String dump = "CC-MAIN-2013-20";
    assertThat(Program.run("reset", "--output", output, texts, "--dump", dump).with(0).out())
        .contains("of complete units, and an unknown number of rows of " + begun);
    job.run(0);
    assertThat(Program.run("validate", output, "--source", input.toString()).with(0).out())
        .doesNotContain("nothing was compared");
  }

  private static boolean hasFileOf(Path signatures, String number) {
    return Files.exists(signatures)
        && Output.walk(signatures).stream()
            .anyMatch(file -> file.getParent().getFileName().toString().startsWith(number));
  }

  @Test
  @Tag("endurance")
  void shouldMakeTheSameBytesInRolesApart() {
    Job alone = job("alone", "--set=kafka.partitions=3");
    alone.run(0);
    for (int instances : List.of(1, 4)) {
      Job job = job("apart-" + instances, "--set=kafka.partitions=3");
      try (Roles roles = Roles.of(directory.resolve("roles-" + instances), job)) {
        roles.start("streams", "a");
        roles.start("streams", "b");
        for (int instance = 0; instance < instances; instance++) {
          roles.start("matcher", Integer.toString(instance));
        }
        roles.start("sink", "a");
        roles.start("sink", "b");
        roles.start("ingest", "a", "--wait").await().with(0);
        assertThat(job.result().files()).as("%d", instances).isEqualTo(alone.result().files());
      }
    }
  }

  @Test
  @Tag("endurance")
  void shouldMakeTheSameBytesWhenMatchersAreKilledAndStandStill() {
    Job alone = job("alone", "--set=kafka.partitions=2");
    alone.run(0);
    List<String> options = new ArrayList<>(Roles.SHORT_SESSIONS);
    options.add("--set=kafka.partitions=2");
    Job job = job("apart", options.toArray(String[]::new));
    try (Roles roles = Roles.of(directory.resolve("roles"), job)) {
      roles.start("streams", "a");
      ProgramProcess killed = roles.startProcess("matcher", "a");
      ProgramProcess still = roles.startProcess("matcher", "b");
      roles.start("sink", "a");
      Program ingest = roles.ingestToFirstCut();
      killed.kill();
      still.suspend();
      roles.start("matcher", "c");
      roles.start("matcher", "a");
      ingest.await().with(0);
      assertThat(job.result().files()).isEqualTo(alone.result().files());
      still.resume();
      roles.start("ingest", "a", "--wait").await().with(0);
      assertThat(job.result().files()).isEqualTo(alone.result().files());
      assertThat(still.err()).doesNotContain("\tat ");
    }
  }

  @Test
  @Tag("endurance")
  void shouldContinueToTheSameBytesAfterKills() {
    Job calm = job("calm");
    calm.run(0);
    Job job = job("killed");
    for (int cuts : new int[] {1, 6, 15}) {
      try (ProgramProcess program = job.start()) {
        program.awaitThat(cuts + " cuts", () -> job.result().cuts() >= cuts);
        program.kill();
      }
    }
    job.run(0);
    assertThat(job.result().files()).isEqualTo(calm.result().files());
    job.result().hasNoLeftovers();
  }

  @Test
  @Tag("endurance")
  void shouldContinueToTheSameBytesWheneverItWasKilled() {
    Job calm = job("calm");
    calm.run(0);
    Job job = job("killed");
    Random random = new Random(26);
    for (int kill = 0; kill < 8; kill++) {
      try (ProgramProcess program = job.start()) {
        program.killAfter(Duration.ofMillis(1_500 + random.nextLong(6_000)));
      }
    }
    job.run(0);
    assertThat(job.result().files()).isEqualTo(calm.result().files());
  }

  @Test
  @Tag(Corpus.TAG)
  void shouldRemoveTheSameOfRealDocuments() {
    PlainCuration.Rules real = rules("bucket", "output");
    for (String many : List.of("1", "7")) {
      Job job = job(Corpus.directory(), "real-" + many, "--set=kafka.partitions=" + many);
      job.run(0);
      assertIs(PlainCuration.of(Corpus.directory(), real), job);
    }
  }

  @Test
  @Tag("endurance")
  void shouldRemoveTheSameOfManyDocuments() {
    Path many = NearTexts.write(directory.resolve("many"), 100_000, 7);
    Job job = job(many, "output", "--set=kafka.partitions=4");
    job.run(0);
    PlainCuration.Result expected = PlainCuration.of(many, rules("bucket", "output"));
    assertThat(expected.removed()).hasSizeGreaterThan(5_000);
    assertIs(expected, job);
  }
}
