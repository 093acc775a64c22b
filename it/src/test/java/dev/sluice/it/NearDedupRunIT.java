package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Near-deduplication from a source to shards: one process, dump by dump, and roles apart. */
class NearDedupRunIT {
  private static final String FIRST = "CC-MAIN-2024-10";
  private static final String SECOND = "CC-MAIN-2024-18";
  private static final int DOCUMENTS = 300;
  private static final int NEAR = 40;
  private static final int COPIES = 100;
  private static final int FILES = 3;
  private static final int WORDS = 150;
  private static final double BEST = 4.5;

  private static final Random RANDOM = new Random(7);

  /** Ids of the documents that are to be kept. */
  private static final Set<String> KEPT = new HashSet<>();

  @TempDir static Path directory;
  private static Path source;
  private static int ids;
  private static Job atOnce;

  @BeforeAll
  static void runAtOnce() {
    source = directory.resolve("source");
    writeSource();
    atOnce = job("at-once");
    assertThat(atOnce.run(0).out())
        .containsPattern("near_duplicates_removed +" + (NEAR + 1 + COPIES + 2))
        .containsPattern("kept +" + (2 * DOCUMENTS + 1));
    shouldBeWhatIsExpected(atOnce.result());
  }

  private static void writeSource() {
    List<String> texts = IntStream.range(0, DOCUMENTS).mapToObj(i -> text()).toList();
    List<Sources.Row> first = new ArrayList<>();
    texts.forEach(text -> first.add(row(FIRST, text, true)));
    texts.subList(0, NEAR).forEach(text -> first.add(row(FIRST, changed(text), false)));
    first.add(row(FIRST, "short", true));
    first.add(row(FIRST, "short", false));
    write(FIRST, first);
    List<Sources.Row> second = new ArrayList<>();
    texts.subList(0, COPIES).forEach(text -> second.add(row(SECOND, text, false)));
    second.add(row(SECOND, changed(texts.get(DOCUMENTS - 1)), false));
    second.add(row(SECOND, "short", false));
    for (int i = 0; i < DOCUMENTS; i++) {
      second.add(row(SECOND, text(), true));
    }
    write(SECOND, second);
  }

  private static Sources.Row row(String dump, String text, boolean stays) {
    String id = "id-" + ids++;
    if (stays) {
      KEPT.add(id);
    }
    return new Sources.Row(id, text, BEST, dump);
  }

  private static String text() {
    return RANDOM
        .ints(WORDS, 0, 5_000)
        .mapToObj(word -> "word" + Integer.toString(word, Character.MAX_RADIX))
        .collect(Collectors.joining(" "));
  }

  private static String changed(String text) {
    return text.replaceFirst(" \\S+$", " changed");
  }

  /** The order of the rows is the order of the files and rows. */
  private static void write(String dump, List<Sources.Row> rows) {
    int each = (rows.size() + FILES - 1) / FILES;
    for (int file = 0; file < FILES; file++) {
      int from = file * each;
      Sources.write(
          source.resolve("data/%s/%d.parquet".formatted(dump, file)),
          List.of(rows.subList(from, Math.min(rows.size(), from + each))));
    }
  }

  private static Job job(String output) {
    return Job.of(
        source,
        directory.resolve(output),
        "--set=near-dedup.method=minhash",
        "--set=kafka.partitions=2");
  }

  private static Set<String> ids(Output output) {
    return Stream.of(FIRST, SECOND)
        .flatMap(dump -> output.rows("4.0/" + dump).stream())
        .map(Output.Row::id)
        .collect(Collectors.toSet());
  }

  private static void shouldBeWhatIsExpected(Output output) {
    assertThat(ids(output)).isEqualTo(KEPT);
    assertThat(output.counters(FIRST))
        .containsEntry("rows", DOCUMENTS + NEAR + 2L)
        .containsEntry("near_duplicates_removed", NEAR + 1L)
        .containsEntry("kept", DOCUMENTS + 1L);
    assertThat(output.counters(SECOND))
        .containsEntry("rows", COPIES + 2L + DOCUMENTS)
        .containsEntry("near_duplicates_removed", COPIES + 2L)
        .containsEntry("kept", (long) DOCUMENTS);
  }

  /** The other documents of the dump are copies; one is not. */
  @Test
  void shouldMakeAnOutputAgainInWhichAGroupWasKept() {
    Job kept = job("kept");
    List<String> one = new ArrayList<>(kept.arguments());
    one.addAll(List.of("--dump", FIRST));
    Program.run(one).with(0);
    String group = "directory:data/" + SECOND;
    String output = kept.output().toString();
    Program.run("near-duplicates", output, "--keep", group).with(2);
    Program.run("near-duplicates", output, "--ahead", "--keep", group).with(0);
    kept.run(0);
    assertThat(kept.result().counters(FIRST)).isEqualTo(atOnce.result().counters(FIRST));
    assertThat(kept.result().counters(SECOND))
        .containsEntry("near_duplicates_removed", COPIES + 1L)
        .containsEntry("kept", DOCUMENTS + 1L);
    Program.run("validate", output, "--source", source.toString()).with(0);

    Output again = new Output(directory.resolve("again"));
    String like = "--like=" + MakeAgainIT.record(kept.output());
    Program.run("run", like, "--input=" + source, "--output=" + again.root()).with(0);
    assertThat(again.files()).isEqualTo(kept.result().files());
  }

  @Test
  void shouldRemoveFromADumpWhatIsSimilarToOneBefore() throws IOException {
    String output = atOnce.output().toString();
    assertThat(Program.run("validate", output, "--source", source.toString()).with(0).out())
        .contains("Result: PASSED");
    assertThat(Files.readString(atOnce.output().resolve("README.md")))
        .contains("near-dedup.method: minhash");
    SortedMap<String, String> files = atOnce.result().files();
    assertThat(atOnce.run(0).out()).as("again").contains("Nothing new");
    assertThat(atOnce.result().files()).isEqualTo(files);

    Job inTurn = job("in-turn");
    List<String> one = new ArrayList<>(inTurn.arguments());
    one.addAll(List.of("--dump", FIRST));
    Program.run(one).with(0);
    inTurn.run(0);
    assertThat(inTurn.result().files()).as("dump by dump").isEqualTo(files);

    Program.run("reset", "--output", inTurn.output().toString(), "--all").with(0);
    assertThat(inTurn.output()).as("also signatures are ours").isEmptyDirectory();
  }

  @Test
  void shouldMakeTheSameBytesWithMatchersApartOfWhichOneIsKilled() throws JsonProcessingException {
    Job job = job("apart");
    try (Roles roles = Roles.of(directory, job)) {
      roles.start("streams", "a");
      roles.start("sink", "a");
      ProgramProcess killed = roles.startProcess("matcher", "a");
      Program ingest = roles.start("ingest", "a", "--wait");
      killed.awaitThat("signatures of the first dump", () -> files(job, "signatures") > 0);
      killed.kill();
      roles.endSessions(List.of("sluice.matcher"));
      Program matcher = roles.start("matcher", "b");
      ingest.await().with(0);
      shouldBeWhatIsExpected(job.result());

      String output = job.output().toString();
      JsonNode status =
          new ObjectMapper()
              .readTree(
                  Program.run("status", "--kafka", roles.servers(), output, "--json")
                      .with(0)
                      .out());
      assertThat(status.get("stages"))
          .extracting(stage -> stage.get("stage").asText())
          .containsExactly("topology", "matcher", "sink");
      assertThat(status.get("topic_bytes").has("sluice.signatures")).isTrue();
      assertThat(roles.start("reset", "x", "--all").await().with(1).lastLine())
          .contains("sluice.matcher", "stop `streams`, `matcher` and `sink`");
      matcher.terminate();
      matcher.await().with(143);
    }
    assertThat(job.result().files()).isEqualTo(atOnce.result().files());
  }

  private static long files(Job job, String kind) {
    Path path = job.output().resolve("_sluice").resolve(kind);
    return Files.exists(path) ? Output.walk(path).size() : 0;
  }
}
