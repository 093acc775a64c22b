package dev.sluice.jobs.dedup;

import static dev.sluice.jobs.text.TestingParts.content;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.algorithms.neardup.Bands;
import dev.sluice.algorithms.neardup.Survivor;
import dev.sluice.jobs.dedup.method.DuplicateMethod;
import dev.sluice.jobs.dedup.method.ExactMethod;
import dev.sluice.jobs.dedup.method.MinHashMethod;
import dev.sluice.jobs.dedup.method.TextNormalisation;
import dev.sluice.jobs.dedup.stage.ClusterRule;
import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.documents.TestingDocuments;
import dev.sluice.jobs.text.JobFailedException;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.MarkedFile;
import dev.sluice.operators.minhash.HashFamily;
import dev.sluice.operators.shingle.ShingleUnit;
import dev.sluice.storage.table.TableFormat;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NearDuplicateJobTest {
  private static final long HEAP = 512L << 20;
  private static final String TEXT = "one two three four five six seven eight";

  @TempDir private Path directory;
  private Path input;

  @BeforeEach
  void name() {
    input = directory.resolve("in");
  }

  private static DuplicateMethod minHash(ShingleUnit unit, int length) {
    return new MinHashMethod(
        unit, length, new Bands(14, 8), HashFamily.FAST, OptionalDouble.of(0.7));
  }

  private static DuplicateMethod minHash() {
    return minHash(ShingleUnit.WORDS, 5);
  }

  private NearDuplicateRequest request(
      String output, DuplicateMethod method, Survivor survivor, int threads, long heap) {
    return new NearDuplicateRequest(
        List.of(input.toString()),
        directory.resolve(output),
        Optional.empty(),
        new DocumentColumns("text", "id", 1 << 20),
        method,
        ClusterRule.CONNECTED,
        survivor,
        "score",
        TableFormat.LEVEL,
        threads,
        heap);
  }

  private JsonNode run(String output, DuplicateMethod method, Survivor survivor) throws Exception {
    return NearDuplicateJob.run(request(output, method, survivor, 2, HEAP), JobProgress.NONE)
        .report();
  }

  private List<String> keptIds(String file) throws IOException {
    return TestingDocuments.rows(directory.resolve("out").resolve(file)).stream()
        .map(row -> row.replaceAll(".*\"id\":\"([^\"]*)\".*", "$1"))
        .toList();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  /** A text of a template: 100 shingles that all have, 56 of its own; similarity 0.47. */
  private static List<String> filled(int template, int number) {
    SplittableRandom fixed = new SplittableRandom(template);
    SplittableRandom own = new SplittableRandom(1_000_000L * template + number);
    List<String> words = new ArrayList<>();
    for (int block = 0; block < 5; block++) {
      fixed.ints(24, 0, 1 << 20).forEach(word -> words.add("t" + Integer.toString(word, 36)));
      own.ints(8, 0, 1 << 20).forEach(word -> words.add("s" + Integer.toString(word, 36)));
    }
    return words;
  }

  @Test
  void shouldDistinguishTextsOfTheSameTemplateFromNearDuplicates() throws Exception {
    TestingDocuments documents = new TestingDocuments();
    for (int number = 0; number < 300; number++) {
      for (int template = 0; template < 5; template++) {
        List<String> words = filled(template, number);
        documents.add(String.join(" ", words));
        if (number % 10 == 0) {
          words.set(26, "changed");
          documents.add(String.join(" ", words));
        }
      }
    }
    documents.write(input.resolve("a.parquet"), 500);
    JsonNode report = run("out", minHash(), Survivor.FIRST);
    assertThat(report.path("duplicates_removed").asInt()).isEqualTo(150);
    assertThat(report.path("largest_cluster").asInt()).isEqualTo(2);
  }

  @Test
  void shouldKeepTheFirstOfEachClusterAndCountEveryRow() throws Exception {
    new TestingDocuments()
        .add(Optional.of("a"), Optional.of(bytes(TEXT)), 1, 1999)
        .add(Optional.of("null"), Optional.empty(), 1, 1999)
        .add(Optional.of("bad"), Optional.of(new byte[] {'a', (byte) 0xFF}), 1, 1999)
        .add(Optional.of("other"), Optional.of(bytes("nothing of this is there")), 1, 1999)
        .add(Optional.of("a"), Optional.of(bytes(TEXT.toUpperCase(Locale.ROOT) + "!")), 1, 1999)
        .write(input.resolve("sub/a.parquet"), 2);
    Files.writeString(
        input.resolve("z.jsonl"),
        "{\"text\": \"%s\", \"x\":  1}\n{\"y\":2}\nnot json\n{\"text\":\"new\"}\n".formatted(TEXT));

    JsonNode report = run("out", minHash(), Survivor.FIRST);

    assertThat(keptIds("sub/a.parquet")).containsExactly("a", "other");
    assertThat(directory.resolve("out/z.jsonl")).hasContent("{\"text\":\"new\"}\n");
    assertThat(report.path("rows_read").asInt()).isEqualTo(9);
    assertThat(report.path("rows_kept").asInt()).isEqualTo(3);
    assertThat(report.path("duplicates_removed").asInt()).isEqualTo(2);
    assertThat(report.path("rejected").toString())
        .isEqualTo("{\"invalid_json\":1,\"invalid_text\":1,\"null_text\":2}");
    assertThat(report.path("clusters").asInt()).isEqualTo(1);
    assertThat(report.path("largest_cluster").asInt()).isEqualTo(3);
    assertThat(TestingDocuments.rows(directory.resolve("out/_sluice/clusters.parquet")))
        .containsExactly(
            "{\"id\":\"a\",\"cluster\":0,\"kept\":true,\"similarity\":1.0,\"file\":\"sub/a.parquet\",\"row\":0}",
            "{\"id\":\"a\",\"cluster\":0,\"kept\":false,\"similarity\":1.0,\"file\":\"sub/a.parquet\",\"row\":4}",
            "{\"id\":\"z.jsonl#0\",\"cluster\":0,\"kept\":false,\"similarity\":1.0,\"file\":\"z.jsonl\",\"row\":0}");
    assertThat(Files.readAllLines(directory.resolve("out/_sluice/rejects.jsonl"))).hasSize(4);
  }

  @Test
  void shouldMatchShortTextsOnlyWhenTheyAreEqualAndEmptyOnesNever() throws Exception {
    new TestingDocuments()
        .add("one two three")
        .add("one two three four")
        .add("One, two three.")
        .add("")
        .add("  ")
        .add("")
        .add("?!")
        .write(input.resolve("a.parquet"), 3);
    run("out", minHash(), Survivor.FIRST);
    assertThat(keptIds("a.parquet")).containsExactly("d0", "d1", "d3", "d4", "d5", "d6");
  }

  @Test
  void shouldKeepTheHighestScoreOrTheLongest() throws Exception {
    new TestingDocuments()
        .add(Optional.of("first"), Optional.of(bytes(TEXT)), 1, 1)
        .add(Optional.of("best"), Optional.of(bytes(TEXT)), 3, 1)
        .add(Optional.of("long"), Optional.of(bytes(TEXT + "     ")), 2, 1)
        .add(Optional.of("none"), Optional.of(bytes(TEXT)), Double.NaN, 1)
        .write(input.resolve("a.parquet"), 3);
    run("out", minHash(), Survivor.HIGHEST_SCORE);
    assertThat(keptIds("a.parquet")).containsExactly("best");
    run("longest", minHash(), Survivor.LONGEST);
    assertThat(TestingDocuments.rows(directory.resolve("longest/a.parquet")).toString())
        .contains("\"long\"")
        .doesNotContain("best");
  }

  @Test
  void shouldTakeTextsForEqualAsItIsAsked() throws Exception {
    new TestingDocuments()
        .add("a b")
        .add("a b")
        .add(" a\n\tb ")
        .add("A, b")
        .add("b a")
        .write(input.resolve("a.parquet"), 3);
    JsonNode none = run("none", new ExactMethod(TextNormalisation.NONE), Survivor.FIRST);
    JsonNode blanks = run("blanks", new ExactMethod(TextNormalisation.WHITESPACE), Survivor.FIRST);
    JsonNode words = run("words", new ExactMethod(TextNormalisation.WORDS), Survivor.FIRST);
    assertThat(none.path("duplicates_removed").asInt()).isEqualTo(1);
    assertThat(blanks.path("duplicates_removed").asInt()).isEqualTo(2);
    assertThat(words.path("duplicates_removed").asInt()).isEqualTo(3);
  }

  /** Texts some of which are earlier ones with a few words changed. */
  private void writeEdited(int count) throws IOException {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(9);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<String> words = new ArrayList<>();
      if (i > 0 && random.nextInt(4) == 0) {
        words.addAll(List.of(texts.get(random.nextInt(i)).split(" ")));
        words.set(random.nextInt(words.size()), "w" + random.nextInt(9_000));
      } else {
        IntStream.range(0, 40 + random.nextInt(200))
            .forEach(j -> words.add("w" + (char) ('a' + random.nextInt(26)) + random.nextInt(9)));
      }
      texts.add(String.join(" ", words));
    }
    int half = count / 2;
    TestingDocuments documents = new TestingDocuments();
    texts.subList(0, half).forEach(documents::add);
    documents.write(input.resolve("a.parquet"), 100);
    List<String> lines = new ArrayList<>();
    texts.subList(half, count).forEach(text -> lines.add("{\"text\":\"%s\"}".formatted(text)));
    Files.write(input.resolve("b.jsonl"), lines);
  }

  @Test
  void shouldGiveTheSameBytesWhateverThreadsMemoryAndStops() throws Exception {
    writeEdited(3_000);
    run("out", minHash(), Survivor.LONGEST);
    SortedMap<String, String> expected = content(directory.resolve("out"));
    assertThat(expected).hasSize(5);
    NearDuplicateRequest small = request("small", minHash(), Survivor.LONGEST, 1, 120L << 20);
    NearDuplicateJob.run(small, JobProgress.NONE, 1 << 16);
    assertThat(content(small.output())).isEqualTo(expected);
    NearDuplicateRequest stopped = request("stopped", minHash(), Survivor.LONGEST, 2, HEAP);
    int stops = 0;
    for (boolean done = false; !done; ) {
      int[] left = {stops};
      try {
        NearDuplicateJob.run(
            stopped,
            position -> {
              if (left[0]-- == 0) {
                throw new UncheckedIOException(new IOException("stopped"));
              }
            },
            1 << 16);
        done = true;
      } catch (IOException | UncheckedIOException e) {
        stops++;
      }
    }
    assertThat(stops).isGreaterThan(2);
    assertThat(content(stopped.output())).isEqualTo(expected);
    assertThat(NearDuplicateJob.run(stopped, JobProgress.NONE).finishedBefore()).isTrue();
  }

  @Test
  void shouldRefuseAnotherMethodInTheSameOutputAndInputThatChanges() throws Exception {
    writeEdited(300);
    run("out", minHash(), Survivor.FIRST);
    assertThatThrownBy(() -> run("out", minHash(ShingleUnit.CHARACTERS, 5), Survivor.FIRST))
        .isInstanceOf(JobRefusedException.class)
        .hasMessageContaining("started with shingle \"words\", but this run has \"characters\"");
    byte[] lines = Files.readAllBytes(input.resolve("b.jsonl"));
    assertThatThrownBy(
            () ->
                NearDuplicateJob.run(
                    request("changed", minHash(), Survivor.FIRST, 1, HEAP),
                    position -> breakLine(lines, position.phase().name())))
        .isInstanceOf(JobFailedException.class)
        .hasMessageContaining("b.jsonl has changed since it was read first");
  }

  @ParameterizedTest
  @ValueSource(strings = {"finding candidate pairs", "writing"})
  void shouldNotRemoveRowsOfAFileThatWasSortedAnew(String phase) throws Exception {
    writeEdited(300);
    Path file = input.resolve("b.jsonl");
    List<String> reversed = new ArrayList<>(Files.readAllLines(file));
    Collections.reverse(reversed);
    assertThatThrownBy(
            () ->
                NearDuplicateJob.run(
                    request("changed", minHash(), Survivor.FIRST, 1, HEAP),
                    position -> write(file, reversed, position.phase().name().equals(phase))))
        .isInstanceOf(JobFailedException.class)
        .hasMessageContaining("b.jsonl has changed since it was read first");
  }

  /** Where no mark looks. */
  @Test
  void shouldNotRemoveRowsOfAFileInWhichALetterChanged() throws Exception {
    writeEdited(3_000);
    Path file = input.resolve("b.jsonl");
    String mark = MarkedFile.mark(file);
    assertThatThrownBy(
            () ->
                NearDuplicateJob.run(
                    request("changed", minHash(), Survivor.FIRST, 1, HEAP),
                    position -> change(file, position.phase().name().equals("writing"))))
        .isInstanceOf(JobFailedException.class)
        .hasMessageContaining("b.jsonl has changed since it was read first");
    assertThat(MarkedFile.mark(file)).isEqualTo(mark);
  }

  private static void change(Path file, boolean now) {
    if (now) {
      try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
        bytes.seek(bytes.length() / 4);
        while (bytes.read() != 'w') {}
        bytes.write('v');
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(10)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void write(Path file, List<String> lines, boolean now) {
    if (now) {
      try {
        Files.write(file, lines);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Test
  void shouldRemoveWhatAProcessThatWasKilledAfterItsReportHasLeft() throws Exception {
    writeEdited(50);
    Path temporary = directory.resolve("temporary");
    NearDuplicateRequest inside = request("out", minHash(), Survivor.FIRST, 1, HEAP);
    NearDuplicateRequest request =
        new NearDuplicateRequest(
            inside.inputs(),
            inside.output(),
            Optional.of(temporary),
            inside.columns(),
            inside.method(),
            inside.clustering(),
            inside.survivor(),
            inside.scoreColumn(),
            inside.level(),
            inside.threads(),
            inside.heapBytes());
    List<Path> spills = new ArrayList<>();
    NearDuplicateJob.run(request, position -> spills.addAll(entries(temporary)));
    assertThat(entries(temporary)).isEmpty();
    Files.createDirectories(spills.get(0));
    Files.writeString(spills.get(0).resolve("features"), "left");
    Path work = Files.createDirectories(request.output().resolve("_sluice/dedup"));
    Files.writeString(work.resolve("journal.jsonl"), "{}");
    assertThat(NearDuplicateJob.run(request, JobProgress.NONE).finishedBefore()).isTrue();
    assertThat(entries(temporary)).isEmpty();
    assertThat(work).doesNotExist();
  }

  private static List<Path> entries(Path directory) {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void breakLine(byte[] lines, String phase) {
    if (phase.equals("finding candidate pairs")) {
      byte[] changed = lines.clone();
      Arrays.fill(changed, 0, new String(lines, UTF_8).indexOf('\n'), (byte) ' ');
      try {
        Files.write(input.resolve("b.jsonl"), changed);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
