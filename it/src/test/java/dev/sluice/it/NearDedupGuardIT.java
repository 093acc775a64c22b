package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dump that would lose too much waits for a decision, and goes on as if nothing had stopped. */
class NearDedupGuardIT {
  private static final String FIRST = "CC-MAIN-2024-10";
  private static final String SECOND = "CC-MAIN-2024-18";
  private static final String THIRD = "CC-MAIN-2024-22";
  private static final int DOCUMENTS = 200;
  private static final int EDITED = 150;
  private static final int COPIES = 20;
  private static final int WORDS = 150;
  private static final int UNDECIDED = 5;

  private static final Random RANDOM = new Random(7);

  @TempDir static Path directory;
  private static Path source;
  private static int ids;

  /** Of the second dump, most are edited texts of the first one; the third one edits the second. */
  @BeforeAll
  static void writeSource() {
    source = directory.resolve("source");
    List<String> texts = IntStream.range(0, DOCUMENTS).mapToObj(i -> text()).toList();
    List<String> second = new ArrayList<>(texts.subList(0, COPIES));
    texts.subList(0, EDITED).forEach(text -> second.add(text + " edited"));
    second.add(text());
    List<String> third = new ArrayList<>(texts.subList(0, COPIES));
    third.add(second.get(second.size() - 1) + " edited");
    IntStream.range(0, DOCUMENTS).forEach(i -> third.add(text()));
    write(FIRST, texts);
    write(SECOND, second);
    write(THIRD, third);
  }

  private static String text() {
    return RANDOM
        .ints(WORDS, 0, 5_000)
        .mapToObj(word -> "word" + Integer.toString(word, Character.MAX_RADIX))
        .collect(Collectors.joining(" "));
  }

  private static void write(String dump, List<String> texts) {
    List<Sources.Row> rows =
        texts.stream().map(text -> new Sources.Row("id-" + ids++, text, 4.5, dump)).toList();
    Sources.write(source.resolve("data/" + dump + "/0.parquet"), List.of(rows));
  }

  private static Job job(String name, String... options) {
    List<String> all =
        new ArrayList<>(List.of("--set=near-dedup.method=minhash", "--set=kafka.partitions=2"));
    all.addAll(List.of(options));
    return Job.of(source, directory.resolve(name), all.toArray(String[]::new));
  }

  private static Program.Ended decide(Job job, String... options) {
    List<String> all = new ArrayList<>(List.of("near-duplicates", job.output().toString()));
    all.addAll(List.of(options));
    return Program.run(all).with(0);
  }

  private static void accept(Job job) {
    decide(job, "--accept", "dump:" + SECOND, "--accept", "bucket:4.0");
    decide(job, "--accept", "directory:data/" + SECOND);
  }

  private static void validate(Job job) {
    assertThat(
            Program.run("validate", job.output().toString(), "--source", source.toString())
                .with(0)
                .out())
        .contains("Result: PASSED");
  }

  /** Stops as often as it is run, with what comes before the unit. */
  private static void runToTheStop(Job job) {
    for (int i = 0; i < 2; i++) {
      assertThat(job.run(UNDECIDED).err()).contains("dump:" + SECOND, "near-duplicates");
      assertThat(manifest(job, SECOND)).doesNotExist();
    }
    assertThat(Program.run("near-duplicates", job.output().toString()).with(UNDECIDED).out())
        .contains("dump:" + SECOND);
  }

  @Test
  void shouldEndWithTheSameBytesOnceTheUserAccepts() {
    Job off = job("off", "--set=near-dedup.guard=1");
    off.run(0);
    assertThat(off.result().counters(SECOND)).containsEntry("kept", 1L);
    Job job = job("accepted");
    runToTheStop(job);
    accept(job);
    job.run(0);
    assertThat(job.result().files()).isEqualTo(off.result().files());
    job.result().hasNoLeftovers();
    assertThat(Program.run("near-duplicates", job.output().toString()).with(0).out())
        .contains("No unit waits");
    validate(job);

    Job apart = job("apart");
    try (Roles roles = Roles.of(directory.resolve("roles"), apart)) {
      roles.start("streams", "a");
      roles.start("sink", "a");
      Program matcher = roles.start("matcher", "a");
      Program ingest = roles.start("ingest", "a", "--wait");
      matcher.awaitThat("a stop", () -> isStopped(apart));
      assertThat(manifest(apart, SECOND)).doesNotExist();
      accept(apart);
      ingest.await().with(0);
    }
    assertThat(apart.result().files()).isEqualTo(off.result().files());
  }

  private static Path manifest(Job job, String dump) {
    return job.output().resolve("_sluice/dumps/" + dump + ".json");
  }

  private static boolean isStopped(Job job) {
    Path evidence = job.output().resolve("_sluice/near-duplicates");
    return Files.exists(evidence)
        && Output.walk(evidence).stream().anyMatch(file -> file.toString().endsWith(".stop.json"));
  }

  @Test
  void shouldKeepDocumentsAfterAResetAsIfThatHadBeenDecidedBefore() {
    Job job = job("kept");
    runToTheStop(job);
    String unit = "data/" + SECOND + "#1";
    assertThat(decide(job, "--keep", "dump:" + SECOND).err()).contains("--unit " + unit);
    Program.run(
            "reset",
            "--output",
            job.output().toString(),
            "--set=input.path=" + source,
            "--unit",
            unit)
        .with(0);
    job.run(0);
    assertThat(job.result().counters(SECOND))
        .containsEntry("near_duplicates_removed", (long) COPIES)
        .containsEntry("kept", EDITED + 1L);
    validate(job);

    Job before = job("kept-before");
    List<String> one = new ArrayList<>(before.arguments());
    one.addAll(List.of("--dump", FIRST));
    Program.run(one).with(0);
    decide(before, "--keep", "dump:" + SECOND);
    before.run(0);
    for (String dump : List.of(FIRST, SECOND, THIRD)) {
      assertThat(ids(job, dump)).isEqualTo(ids(before, dump));
    }
  }

  private static Set<String> ids(Job job, String dump) {
    return job.result().rows("4.0/" + dump).stream()
        .map(Output.Row::id)
        .collect(Collectors.toSet());
  }
}
