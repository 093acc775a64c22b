package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A unit in which too many documents are nearly contained in others waits for the user. */
class NearDedupGuardIT {
  private static final String FIRST = "CC-MAIN-2024-10";
  private static final String SECOND = "CC-MAIN-2024-18";
  private static final String UNIT = "data/" + SECOND + "#1";
  private static final int EDITED = 150;
  private static final int COPIES = 20;
  private static final int FRESH = 100;
  private static final int WORDS = 120;

  @TempDir Path directory;
  private final Random random = new Random(11);
  private final List<Sources.Row> second = new ArrayList<>();
  private Path source;

  @BeforeEach
  void writeSource() {
    source = directory.resolve("source");
    List<String> texts = IntStream.range(0, 200).mapToObj(i -> text()).toList();
    List<Sources.Row> first = new ArrayList<>();
    texts.forEach(text -> first.add(row("first-" + first.size(), text, FIRST)));
    texts.subList(0, EDITED).forEach(text -> add("edited", text + " another"));
    texts.subList(EDITED, EDITED + COPIES).forEach(text -> add("copy", text.toUpperCase(Locale.ROOT)));
    IntStream.range(0, FRESH).forEach(i -> add("fresh", text()));
    write(FIRST, first);
    write(SECOND, second);
  }

  private String text() {
    return random
        .ints(WORDS, 0, 9_000)
        .mapToObj(word -> "word" + Integer.toString(word, Character.MAX_RADIX))
        .collect(Collectors.joining(" "));
  }

  private void add(String kind, String text) {
    second.add(row(kind + "-" + second.size(), text, SECOND));
  }

  private static Sources.Row row(String id, String text, String dump) {
    return new Sources.Row(id, text, 4.5, dump);
  }

  private void write(String dump, List<Sources.Row> rows) {
    Sources.write(source.resolve("data").resolve(dump).resolve("0.parquet"), List.of(rows));
  }

  private Job job(String name, String... more) {
    List<String> options = new ArrayList<>(List.of("--set=near-dedup.method=minhash"));
    options.add("--set=kafka.partitions=2");
    options.addAll(List.of(more));
    return Job.of(source, directory.resolve(name), options.toArray(String[]::new));
  }

  /** Groups that the command names as those to decide about. */
  private static List<String> groups(Job job) {
    return Program.run("near-duplicates", job.output().toString())
        .with(5)
        .out()
        .lines()
        .flatMap(line -> Arrays.stream(line.split(" --accept ")).skip(1))
        .map(String::strip)
        .toList();
  }

  private static void decide(Job job, String decision, List<String> groups) {
    List<String> command = new ArrayList<>(List.of("near-duplicates", job.output().toString()));
    groups.forEach(group -> command.addAll(List.of(decision, group)));
    Program.run(command).with(0);
  }

  private static void validate(Job job) {
    Program.run("validate", job.output().toString(), "--source", job.input().toString()).with(0);
  }

  private static Set<String> ids(Job job, String dump) {
    return job.result().rows("4.0/" + dump).stream()
        .map(Output.Row::id)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Set<String> idsOf(String... kinds) {
    return second.stream()
        .map(Sources.Row::id)
        .filter(id -> List.of(kinds).contains(id.replaceFirst("-.*", "")))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void shouldGoOnAsIfNothingHadStoppedOnceTheGroupsAreAccepted() {
    Job job = job("stopped");
    for (int attempt = 0; attempt < 2; attempt++) {
      assertThat(job.run(5).lastLine()).contains(UNIT, "near-duplicates");
      assertNotSealed(job);
    }
    List<String> groups = groups(job);
    assertThat(groups).contains("dump:" + SECOND, "bucket:4.0", "directory:data/" + SECOND);
    decide(job, "--accept", groups);
    job.run(0);
    Program.run("near-duplicates", job.output().toString()).with(0);
    assertThat(ids(job, SECOND)).isEqualTo(idsOf("fresh"));
    validate(job);

    Job free = job("free", "--set=near-dedup.guard=1");
    free.run(0);
    assertThat(job.result().files()).isEqualTo(free.result().files());
  }

  @Test
  void shouldKeepTheGroupThatTheUserWantsToKeep() {
    Job job = job("kept");
    job.run(5);
    decide(job, "--keep", List.of("dump:" + SECOND));
    String input = "--set=input.path=" + source;
    Program.run("reset", "--output", job.output().toString(), input, "--unit", UNIT).with(0);
    job.run(0);
    assertThat(ids(job, SECOND)).isEqualTo(idsOf("fresh", "edited"));
    assertThat(job.result().counters(SECOND))
        .containsEntry("near_duplicates_removed", (long) COPIES)
        .containsEntry("kept", (long) EDITED + FRESH);
    validate(job);
  }

  @Test
  void shouldWaitInRolesApartAndContinueWhereAMatcherWasKilled() {
    Job free = job("free", "--set=near-dedup.guard=1");
    free.run(0);
    Job job = job("apart");
    try (Roles roles = Roles.of(directory.resolve("roles"), job)) {
      roles.start("streams", "a");
      roles.start("sink", "a");
      ProgramProcess killed = roles.startProcess("matcher", "a");
      Program ingest = roles.start("ingest", "a", "--wait");
      killed.awaitThat("the unit stops", () -> isStopped(job));
      killed.kill();
      roles.endSessions(List.of("sluice.matcher"));
      Program matcher = roles.start("matcher", "b");
      assertNotSealed(job);
      decide(job, "--accept", groups(job));
      ingest.await().with(0);
      assertThat(isStopped(job)).isFalse();
      matcher.terminate();
      matcher.await().with(143);
    }
    assertThat(job.result().files()).isEqualTo(free.result().files());
  }

  private static void assertNotSealed(Job job) {
    assertThat(job.output().resolve("_sluice/dumps/" + SECOND + ".json")).doesNotExist();
  }

  private static boolean isStopped(Job job) {
    Path directory = job.output().resolve("_sluice/near-duplicates");
    return Files.exists(directory)
        && Output.walk(directory).stream()
            .anyMatch(file -> file.toString().endsWith(".stop.json"));
  }
}
