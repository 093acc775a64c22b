package dev.sluice.jobs.dedup;

import static dev.sluice.jobs.text.TestingParts.content;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.jobs.dedup.DuplicateMethod.Kind;
import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.documents.TestingDocuments;
import dev.sluice.jobs.text.JobFailedException;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.JobUndecidedException;
import dev.sluice.jobs.text.MarkedFile;
import dev.sluice.storage.PermanentException;
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
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NearDuplicateJobTest {
  private static final long HEAP = 512L << 20;
  private static final String EVIDENCE = "_sluice/clusters.parquet";
  private static final String TEXT = "one two three four five six seven eight";

  @TempDir private Path directory;
  private Path input;

  @BeforeEach
  void name() {
    input = directory.resolve("in");
  }

  private static DuplicateMethod method(Kind kind, TextNormalisation normalise) {
    return new DuplicateMethod(kind, 0.95, normalise, TextUnit.DOCUMENT);
  }

  private static DuplicateMethod minHash() {
    return method(Kind.MINHASH, TextNormalisation.WHITESPACE);
  }

  private NearDuplicateRequest request(
      String output, DuplicateMethod method, Keep keep, int threads, long heap) {
    return new NearDuplicateRequest(
        List.of(input.toString()),
        directory.resolve(output),
        Optional.empty(),
        new DocumentColumns("text", "id", 1 << 20),
        method,
        keep,
        "score",
        1,
        threads,
        heap);
  }

  private JsonNode run(String output, DuplicateMethod method, Keep keep) throws Exception {
    return NearDuplicateJob.run(request(output, method, keep, 2, HEAP), JobProgress.NONE).report();
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
    JsonNode report = run("out", minHash(), Keep.FIRST);
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
        .add(Optional.of("a"), Optional.of(bytes(TEXT.toUpperCase(Locale.ROOT) + ".")), 1, 1999)
        .write(input.resolve("sub/a.parquet"), 2);
    Files.writeString(
        input.resolve("z.jsonl"),
        "{\"text\": \"%s\", \"x\":  1}\n{\"y\":2}\nnot json\n{\"text\":\"new\"}\n".formatted(TEXT));

    JsonNode report = run("out", minHash(), Keep.FIRST);

    assertThat(keptIds("sub/a.parquet")).containsExactly("a", "other");
    assertThat(directory.resolve("out/z.jsonl")).hasContent("{\"text\":\"new\"}\n");
    assertThat(report.path("rows_read").asInt()).isEqualTo(9);
    assertThat(report.path("rows_kept").asInt()).isEqualTo(3);
    assertThat(report.path("duplicates_removed").asInt()).isEqualTo(2);
    assertThat(report.path("rejected").toString())
        .isEqualTo("{\"invalid_json\":1,\"invalid_text\":1,\"null_text\":2}");
    assertThat(report.path("removed_as_copies").asInt()).isEqualTo(2);
    assertThat(report.path("clusters").asInt()).isEqualTo(1);
    assertThat(report.path("largest_cluster").asInt()).isEqualTo(3);
    List<String> evidence =
        TestingDocuments.rows(directory.resolve("out/_sluice/clusters.parquet"));
    assertThat(evidence).hasSize(2);
    assertThat(evidence.get(0))
        .contains("\"id\":\"a\"", "\"file\":\"sub/a.parquet\",\"row\":4", "\"kept_row\":0");
    assertThat(evidence.get(1))
        .contains("\"id\":\"z.jsonl#0\"", "\"kept_file\":\"sub/a.parquet\"", "\"copy\"");
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
        .add("?,")
        .write(input.resolve("a.parquet"), 3);
    run("out", minHash(), Keep.FIRST);
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
    run("out", minHash(), Keep.HIGHEST_SCORE);
    assertThat(keptIds("a.parquet")).containsExactly("best");
    run("longest", minHash(), Keep.LONGEST);
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
    JsonNode none = run("none", method(Kind.EXACT, TextNormalisation.NONE), Keep.FIRST);
    JsonNode blanks = run("blanks", method(Kind.EXACT, TextNormalisation.WHITESPACE), Keep.FIRST);
    assertThat(none.path("duplicates_removed").asInt()).isEqualTo(1);
    assertThat(blanks.path("duplicates_removed").asInt()).isEqualTo(2);
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
    run("out", minHash(), Keep.LONGEST);
    SortedMap<String, String> expected = content(directory.resolve("out"));
    assertThat(expected).hasSize(5);
    NearDuplicateRequest small = request("small", minHash(), Keep.LONGEST, 1, 120L << 20);
    NearDuplicateJob.run(small, JobProgress.NONE, 1 << 16);
    assertThat(content(small.output())).isEqualTo(expected);
    NearDuplicateRequest stopped = request("stopped", minHash(), Keep.LONGEST, 2, HEAP);
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
    run("out", minHash(), Keep.FIRST);
    assertThatThrownBy(() -> run("out", method(Kind.SIMHASH, TextNormalisation.NONE), Keep.FIRST))
        .isInstanceOf(JobRefusedException.class)
        .hasMessageContaining("started with", "minhash", "simhash");
    byte[] lines = Files.readAllBytes(input.resolve("b.jsonl"));
    assertThatThrownBy(
            () ->
                NearDuplicateJob.run(
                    request("changed", minHash(), Keep.FIRST, 1, HEAP),
                    position -> breakLine(lines, position.phase().name())))
        .isInstanceOf(JobFailedException.class)
        .hasMessageContaining("b.jsonl has changed since it was first read");
  }

  @ParameterizedTest
  @ValueSource(strings = {"reading", "writing"})
  void shouldNotRemoveRowsOfAFileThatWasSortedAnew(String phase) throws Exception {
    writeEdited(300);
    Path file = input.resolve("b.jsonl");
    List<String> reversed = new ArrayList<>(Files.readAllLines(file));
    Collections.reverse(reversed);
    assertThatThrownBy(
            () ->
                NearDuplicateJob.run(
                    request("changed", minHash(), Keep.FIRST, 1, HEAP),
                    position -> write(file, reversed, position.phase().name().equals(phase))))
        .isInstanceOf(JobFailedException.class)
        .hasMessageContaining("b.jsonl has changed since it was first read");
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
                    request("changed", minHash(), Keep.FIRST, 1, HEAP),
                    position -> change(file, position.phase().name().equals("writing"))))
        .isInstanceOf(JobFailedException.class)
        .hasMessageContaining("b.jsonl has changed since it was first read");
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
    NearDuplicateRequest inside = request("out", minHash(), Keep.FIRST, 1, HEAP);
    NearDuplicateRequest request =
        new NearDuplicateRequest(
            inside.inputs(),
            inside.output(),
            Optional.of(temporary),
            inside.columns(),
            inside.method(),
            inside.keep(),
            inside.scoreColumn(),
            inside.guard(),
            inside.threads(),
            inside.heapBytes());
    List<Path> spills = new ArrayList<>();
    NearDuplicateJob.run(request, position -> spills.addAll(entries(temporary)));
    assertThat(entries(temporary)).isEmpty();
    Files.createDirectories(spills.get(0));
    Files.writeString(spills.get(0).resolve("signed"), "left");
    Path work = Files.createDirectories(request.output().resolve("_sluice/dedup"));
    Files.writeString(work.resolve("journal.jsonl"), "{}");
    assertThat(NearDuplicateJob.run(request, JobProgress.NONE).finishedBefore()).isTrue();
    assertThat(entries(temporary)).isEmpty();
    assertThat(work).doesNotExist();
  }

  /** Ends the process, as far as a test can. */
  private static final class Stop implements JobProgress {
    private final String phase;
    private final List<String> warnings = new ArrayList<>();

    Stop(String phase) {
      this.phase = phase;
    }

    @Override
    public void reached(JobPosition position) {
      if (position.phase().name().equals(phase)) {
        throw new IllegalStateException("stopped");
      }
    }

    @Override
    public void warn(String message) {
      warnings.add(message);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "deciding, ranked-0, LONGEST",
    "writing, signatures, FIRST",
    "writing, signatures, LONGEST"
  })
  void shouldMakeDamagedTemporaryFilesAgain(String phase, String name, Keep keep) throws Exception {
    writeEdited(1_000);
    run("out", minHash(), keep);
    NearDuplicateRequest request = request("damaged", minHash(), keep, 2, HEAP);
    assertThatThrownBy(() -> NearDuplicateJob.run(request, new Stop(phase)))
        .hasMessageContaining("stopped");
    Path work = request.output().resolve("_sluice/dedup/spill");
    for (boolean isMissing : new boolean[] {false, true}) {
      try (Stream<Path> files = Files.walk(work)) {
        Path file =
            files
                .filter(path -> path.toString().contains(name) && Files.isRegularFile(path))
                .findFirst()
                .orElseThrow();
        damage(file, isMissing);
      }
      Stop stop = new Stop("writing");
      assertThatThrownBy(() -> NearDuplicateJob.run(request, stop)).hasMessageContaining("stopped");
      if (isMissing && keep != Keep.FIRST) { // sorted signatures are there, or no longer needed
        assertThat(stop.warnings).isEmpty();
      } else {
        assertThat(stop.warnings).hasSize(1);
        assertThat(stop.warnings.get(0)).contains(name + " is damaged", "first file");
      }
    }
    NearDuplicateJob.run(request, JobProgress.NONE);
    assertThat(content(request.output())).isEqualTo(content(directory.resolve("out")));
  }

  /** Expired credentials, for instance, say nothing about temporary files. */
  @ParameterizedTest
  @EnumSource(Keep.class)
  void shouldSayWhyTheInputCannotBeRead(Keep keep) throws Exception {
    writeEdited(1_000);
    NearDuplicateRequest request = request("failed", minHash(), keep, 2, HEAP);
    List<String> warnings = new ArrayList<>();
    JobProgress expiring =
        new JobProgress() {
          @Override
          public void reached(JobPosition position) {
            if (position.phase().name().equals("reading")) {
              fail(new PermanentException("credentials have expired"));
            }
          }

          @Override
          public void warn(String message) {
            warnings.add(message);
          }
        };
    assertThatThrownBy(() -> NearDuplicateJob.run(request, expiring, 1 << 16))
        .hasMessageContaining("credentials have expired");
    assertThat(warnings).isEmpty();
  }

  @SuppressWarnings("unchecked") // readers of the input throw checked exceptions
  private static <E extends Exception> void fail(Exception exception) throws E {
    throw (E) exception;
  }

  private static void damage(Path path, boolean isMissing) throws IOException {
    if (isMissing) {
      Files.delete(path);
      return;
    }
    byte[] bytes = Files.readAllBytes(path);
    for (int at = 9; at < bytes.length; at += 50) {
      bytes[at] ^= 16;
    }
    Files.write(path, bytes);
  }

  @Test
  void shouldRemoveOnlyWhatAKeptDocumentOfALowerRankContains() throws Exception {
    writeEdited(2_000);
    run("out", minHash(), Keep.LONGEST);
    Set<String> kept = new HashSet<>(keptIds("a.parquet"));
    List<String> evidence =
        TestingDocuments.rows(directory.resolve("out/_sluice/clusters.parquet")).stream()
            .filter(row -> !row.contains("\"rule\":\"none\""))
            .toList();
    assertThat(evidence).hasSizeGreaterThan(100);
    int compared = 0;
    for (String row : evidence) {
      assertThat(kept).doesNotContain(row.replaceAll(".*\"id\":\"(d[0-9]*)\".*", "$1"));
      if (row.contains("\"kept_file\":\"a.parquet\"")) {
        assertThat(kept).contains(row.replaceAll(".*\"kept_id\":\"([^\"]*)\".*", "$1"));
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(10);
  }

  @Test
  void shouldStopBeforeAnythingIsWrittenIfADirectoryLosesTooMuch() throws Exception {
    TestingDocuments documents = new TestingDocuments();
    List<String> words = filled(1, 1);
    for (int number = 0; number < 200; number++) {
      words.set(26, "changed" + (char) ('a' + number / 26) + (char) ('a' + number % 26));
      documents.add(String.join(" ", words));
    }
    documents.write(input.resolve("templates/a.parquet"), 500);
    NearDuplicateRequest request = request("out", minHash(), Keep.FIRST, 2, HEAP);
    assertThatThrownBy(() -> NearDuplicateJob.run(guarded(request, 0.5), JobProgress.NONE))
        .isInstanceOf(JobUndecidedException.class)
        .hasMessageContaining("directory:templates: 199 of 200 documents (99.5 %)")
        .hasMessageContaining("clusters.parquet")
        .hasMessageContaining("run the command again with --guard 1");
    assertThat(request.output().resolve("templates")).doesNotExist();
    assertThat(TestingDocuments.rows(request.output().resolve("_sluice/clusters.parquet")))
        .hasSize(199);
    byte[] evidence = Files.readAllBytes(request.output().resolve(EVIDENCE));
    Files.writeString(request.output().resolve(EVIDENCE), "of another version");
    Stop warned = new Stop("none");
    assertThat(NearDuplicateJob.run(request, warned).report().path("rows_kept").asInt())
        .isEqualTo(1);
    assertThat(warned.warnings).hasSize(1);
    assertThat(request.output().resolve(EVIDENCE)).hasBinaryContent(evidence);
  }

  @Test
  void shouldTakeIdenticalTextsForCopiesWhateverTheMethodIs() throws Exception {
    TestingDocuments documents = new TestingDocuments();
    for (int number = 0; number < 400; number++) {
      documents.add(String.join(" ", filled(number / 2, 0)));
    }
    documents.write(input.resolve("copies/a.parquet"), 500);
    for (Kind kind : Kind.values()) {
      NearDuplicateRequest request =
          request(kind.name(), method(kind, TextNormalisation.NONE), Keep.FIRST, 2, HEAP);
      JsonNode report = NearDuplicateJob.run(guarded(request, 0.1), JobProgress.NONE).report();
      assertThat(report.path("removed_as_copies").asInt()).as("%s", kind).isEqualTo(200);
      assertThat(report.path("removed_as_contained").asInt()).as("%s", kind).isZero();
    }
  }

  private static NearDuplicateRequest guarded(NearDuplicateRequest request, double guard) {
    return new NearDuplicateRequest(
        request.inputs(),
        request.output(),
        request.temporary(),
        request.columns(),
        request.method(),
        request.keep(),
        request.scoreColumn(),
        guard,
        request.threads(),
        request.heapBytes());
  }

  private static List<Path> entries(Path directory) {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void breakLine(byte[] lines, String phase) {
    if (phase.equals("reading")) {
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
