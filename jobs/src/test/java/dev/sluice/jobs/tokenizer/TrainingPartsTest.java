package dev.sluice.jobs.tokenizer;

import static dev.sluice.jobs.text.TestingRefusals.assertFailure;
import static dev.sluice.jobs.text.TestingRefusals.assertRefusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.algorithms.bpe.TrainerOptions;
import dev.sluice.algorithms.words.PreTokenizer;
import dev.sluice.algorithms.words.PreTokenizer.SplitPattern;
import dev.sluice.algorithms.words.TextNormaliser;
import dev.sluice.algorithms.words.WordCounter;
import dev.sluice.core.work.FileTree;
import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.documents.ReadTotals;
import dev.sluice.jobs.text.JobFailedException;
import dev.sluice.jobs.text.JobOutcome;
import dev.sluice.jobs.text.JobPart;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.PartTerms.PartTask;
import dev.sluice.jobs.text.TestingLines;
import dev.sluice.jobs.text.TestingParts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrainingPartsTest {
  private static final JobProgress SILENT = JobProgress.NONE;

  /** A third of it leaves each of six threads the least that a counter can do with. */
  private static final long LEAST_HEAP = 18 * WordCounter.MIN_BUDGET;

  @TempDir private Path directory;

  private Path input;
  private Path output;
  private int vocabularySize = 300;
  private long minWordCount = 1;
  private int maxBytes = DocumentColumns.DEFAULT_MAX_BYTES;
  private String source = "source_dataset";
  private int threads = 2;
  private long heapBytes = 64 << 20;

  @BeforeEach
  void write() throws Exception {
    input = TestingParts.write(directory.resolve("in"), 24);
    output = directory.resolve("out");
  }

  private TrainingRequest request() {
    return new TrainingRequest(
        List.of(input.toString()),
        DocumentColumns.ofText("text", maxBytes, Set.of()),
        source,
        output,
        TextNormaliser.NONE,
        new PreTokenizer(SplitPattern.GPT2, false),
        new TrainerOptions(
            vocabularySize,
            TrainerOptions.DEFAULT.specialTokens(),
            2,
            TrainerOptions.UNLIMITED,
            TrainerOptions.UNLIMITED),
        minWordCount,
        threads,
        heapBytes);
  }

  private JobOutcome whole() throws Exception {
    return TrainingJob.run(request().into(directory.resolve("whole")), SILENT);
  }

  private JobOutcome part(int number, int of) throws Exception {
    return TrainingJob.run(request(), TestingParts.task(number, of), SILENT);
  }

  private void all(int parts) throws Exception {
    TestingParts.inAnyOrder(parts, task -> TrainingJob.run(request(), task, SILENT));
  }

  private JobOutcome join() throws Exception {
    return TrainingJob.join(request(), TestingParts.VERSION, SILENT);
  }

  private void assertAsOfOneProcess() throws IOException {
    assertThat(TestingParts.content(output))
        .isEqualTo(TestingParts.content(directory.resolve("whole")));
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "3, 400", "64, 2"})
  void shouldWriteWhatOneProcessWrites(int parts, long least) throws Exception {
    minWordCount = least;
    JobOutcome expected = whole();
    all(parts);
    assertThat(output.resolve("report.json")).doesNotExist();
    assertThat(join()).isEqualTo(expected);
    assertThat(ReadTotals.quarantined(expected.report())).hasSize(1);
    assertAsOfOneProcess();
    assertThat(output.resolve("_sluice/parts")).doesNotExist();
    assertThat(join().finishedBefore()).isTrue();
    JobOutcome again = part(1, parts);
    assertThat(again.finishedBefore()).isTrue();
    assertThat(again.report()).isEqualTo(expected.report());
    assertThat(TrainingJob.run(request(), SILENT).finishedBefore()).isTrue();
    assertAsOfOneProcess();
  }

  /** Some files have no text, and some parts no file. Some words are rare in each part alone. */
  @Test
  void shouldLearnTheSameHoweverTheInputIsSplit() throws Exception {
    for (int seed = 0; seed < 12; seed++) {
      Random random = new Random(seed);
      input = directory.resolve("in" + seed);
      int files = 1 + random.nextInt(9);
      for (int file = 0; file < files; file++) {
        List<String> texts = new ArrayList<>(TestingLines.texts(random.nextInt(60), seed));
        if (random.nextInt(3) == 0) {
          texts.add("onceforeachfile ".repeat(1 + random.nextInt(3)) + file);
        }
        TestingLines.write(input.resolve("d%d/%d.jsonl".formatted(file % 2, file)), texts);
      }
      TestingLines.write(
          input.resolve("some.jsonl"), List.of("some words, more words. ".repeat(5)));
      minWordCount = 1 + random.nextInt(4);
      threads = 1 + random.nextInt(3);
      output = directory.resolve("whole" + seed);
      JobOutcome expected = TrainingJob.run(request(), SILENT);
      int parts = 1 + random.nextInt(12);
      Path whole = output;
      output = directory.resolve("out" + seed);
      for (int number = parts; number > 0; number--) {
        threads = 1 + random.nextInt(3);
        part(number, parts);
      }
      assertThat(join()).as("seed %d, %d parts", seed, parts).isEqualTo(expected);
      assertThat(TestingParts.content(output))
          .as("seed %d, %d parts", seed, parts)
          .isEqualTo(TestingParts.content(whole));
    }
  }

  /** With more sources than are reported, and of the others more texts than a sample has. */
  @Test
  void shouldReportTheSameSources() throws Exception {
    input = directory.resolve("sources");
    for (int name = 0; name < 50; name++) {
      int other = 17 * name % 50;
      TestingLines.write(
          input.resolve("%d/s%02d/a.jsonl".formatted(name / 10, other)),
          TestingLines.texts(10 + name, name));
    }
    whole();
    all(7);
    JsonNode sources = join().report().path("sources");
    assertAsOfOneProcess();
    assertThat(sources.findValuesAsText("source"))
        .hasSize(33)
        .startsWith("(all other sources)")
        .isSorted();
    long documents = 0;
    for (JsonNode source : sources) {
      documents += source.path("documents").asLong();
    }
    assertThat(documents).isEqualTo(50 * 10 + 49 * 25);
    assertThat(sources.path(0).path("sampled_documents").asInt()).isEqualTo(128);
  }

  private void writeManyWords() throws IOException {
    input = directory.resolve("many");
    Random random = new Random(1);
    for (int file = 0; file < 3; file++) {
      List<String> texts = new ArrayList<>(TestingLines.texts(100, 3));
      Stream.generate(() -> rareWords(random, 10)).limit(13_000).forEach(texts::add);
      TestingLines.write(input.resolve(file + ".jsonl"), texts);
    }
  }

  private static String rareWords(Random random, int number) {
    StringBuilder text = new StringBuilder();
    for (int word = 0; word < number; word++) {
      text.append(Long.toString(random.nextLong() >>> 1, 36).replaceAll("[0-9]", "x")).append(' ');
    }
    return text.toString();
  }

  @Test
  void shouldLearnTheSameWhereWordsAreSpilled() throws Exception {
    writeManyWords();
    heapBytes = 512 << 20;
    whole();
    heapBytes = LEAST_HEAP;
    threads = 6;
    all(3);
    heapBytes = 120 << 20;
    threads = 64;
    join();
    assertAsOfOneProcess();
  }

  @Test
  void shouldLeaveTheSameWhateverMemoryAndThreadsAPartHas() throws Exception {
    writeManyWords();
    List<byte[]> left = new ArrayList<>();
    for (int run = 0; run < 2; run++) {
      threads = run == 0 ? 6 : 1;
      heapBytes = run == 0 ? LEAST_HEAP : 512 << 20;
      output = directory.resolve("out" + run);
      part(2, 3);
      for (String file : List.of("words.zst", "sources.zst", "part.json")) {
        left.add(Files.readAllBytes(output.resolve("_sluice/parts/2-of-3").resolve(file)));
      }
      assertThat(output.resolve("_sluice/parts/2-of-3/spill")).doesNotExist();
    }
    for (int file = 0; file < 3; file++) {
      assertThat(left.get(file)).isEqualTo(left.get(3 + file));
    }
  }

  @Test
  void shouldSayWhatMemoryAJoinTakesAndJoinWithItsWaysOut() throws Exception {
    writeManyWords();
    heapBytes = LEAST_HEAP;
    all(3);
    assertThatThrownBy(this::join)
        .isInstanceOf(JobFailedException.class)
        .hasMessageMatching(
            "learning merges from [0-9,]+ distinct words of [0-9,]+ bytes needs .*");
    assertThat(output.resolve("_sluice/parts/join")).doesNotExist();
    minWordCount = 2;
    heapBytes = 64 << 20;
    whole();
    join();
    assertAsOfOneProcess();
  }

  @Test
  void shouldNameWhatIsMissing() throws Exception {
    JobOutcome first = part(2, 3);
    JobOutcome again = part(2, 3);
    assertThat(again.finishedBefore()).isTrue();
    assertThat(again.report()).isEqualTo(first.report());
    assertThat(first.report().path("words").asLong()).isPositive();
    assertRefusal(this::join, "parts 1/3, 3/3 are missing");
    assertRefusal(
        () -> TrainingJob.run(request(), SILENT),
        "holds parts: complete the output with --part and --join");
  }

  @Test
  void shouldRefuseWhatDiffers() throws Exception {
    part(2, 3);
    assertThatThrownBy(() -> part(1, 4)).hasMessageContaining("parts 3, but this run has 4");
    PartTask later = new PartTask(new JobPart(1, 3), "later", TestingParts.COMMAND);
    assertRefusal(
        () -> TrainingJob.run(request(), later, SILENT), "version test, but this run has later");
    vocabularySize++;
    assertDiffers("with vocab_size 300, but this run has 301");
    vocabularySize--;
    maxBytes = 1 << 20;
    assertDiffers("with max_document_size 16777216, but this run has 1048576");
    maxBytes = DocumentColumns.DEFAULT_MAX_BYTES;
    source = "dataset";
    assertDiffers("with source_column \"source_dataset\", but this run has \"dataset\"");
    source = "source_dataset";
    part(1, 3);
    part(3, 3);
    assertRefusal(
        () -> TrainingJob.join(request(), "later", SILENT),
        "holds parts made by version test, but this is version later");
    TestingLines.write(input.resolve("more.jsonl"), List.of("more"));
    assertDiffers("with input ");
  }

  private void assertDiffers(String message) {
    assertRefusal(() -> part(1, 3), "holds parts of a different job: it was started " + message);
    assertRefusal(this::join, "holds a different result in parts: it was started " + message);
  }

  @Test
  void shouldRefuseAPartThatIsThereTwice() throws Exception {
    all(3);
    Path parts = output.resolve("_sluice/parts");
    FileTree.deleteAll(parts.resolve("3-of-3"));
    Files.createDirectory(parts.resolve("3-of-3"));
    for (String file : List.of("words.zst", "sources.zst", "part.json")) {
      Files.copy(parts.resolve("2-of-3").resolve(file), parts.resolve("3-of-3").resolve(file));
    }
    assertRefusal(this::join, "the directory of part 3/3 holds part 2");
    FileTree.deleteAll(parts.resolve("3-of-3"));
    part(3, 3);
    assertThat(join().finishedBefore()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "words, emptied", "words, cut", "words, changed", "words, doubled", "words, deleted",
    "sources, emptied", "sources, cut", "sources, changed", "sources, doubled", "sources, deleted"
  })
  void shouldNameThePartWhoseFilesAreDamaged(String name, String damage) throws Exception {
    all(3);
    Path file = output.resolve("_sluice/parts/2-of-3/%s.zst".formatted(name));
    byte[] whole = TestingParts.damage(file, damage);
    assertFailure(
        this::join,
        file + " cannot be read (",
        "delete its directory and run %s --part 2/3".formatted(TestingParts.COMMAND));
    Files.write(file, whole);
    assertThat(join().finishedBefore()).isFalse();
  }

  private static JobProgress stopping(JobPhase phase) {
    return TestingParts.stopping(position -> position.phase().equals(phase) && position.done() > 0);
  }

  @Test
  void shouldBeginAPartAgainThatWasStopped() throws Exception {
    whole();
    JobProgress stopping = stopping(JobPhase.READING);
    assertThatThrownBy(() -> TrainingJob.run(request(), TestingParts.task(1, 2), stopping))
        .hasMessage("stopped");
    assertThatThrownBy(this::join)
        .hasMessageContaining("part 1/2 is unfinished")
        .hasMessageContaining("part 2/2 is missing");
    Path spill = output.resolve("_sluice/parts/1-of-2/spill");
    Files.createDirectories(spill);
    Files.writeString(spill.resolve("words-1.run"), "of a process that was killed");
    part(1, 2);
    assertThat(spill).doesNotExist();
    part(2, 2);
    join();
    assertAsOfOneProcess();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldJoinAgainWhereAJoinWasStopped(boolean published) throws Exception {
    whole();
    all(3);
    for (JobPhase phase : List.of(PartWords.ADDING, TrainingJob.MERGING)) {
      assertThatThrownBy(() -> TrainingJob.join(request(), TestingParts.VERSION, stopping(phase)))
          .hasMessage("stopped");
    }
    // What a join has left that was killed while it published.
    Path joining = output.resolve("_sluice/parts/join");
    Files.createDirectories(joining.resolve("spill"));
    Files.writeString(joining.resolve("vocab.json"), "old");
    Files.copy(directory.resolve("whole/merges.txt"), output.resolve("merges.txt"));
    if (published) {
      Files.copy(directory.resolve("whole/report.json"), output.resolve("report.json"));
      Files.copy(directory.resolve("whole/report.md"), output.resolve("report.md"));
      assertThat(join().finishedBefore()).isTrue();
      assertThat(output.resolve("_sluice/parts")).doesNotExist();
    } else {
      assertThat(join().finishedBefore()).isFalse();
      assertAsOfOneProcess();
    }
  }

  @Test
  void shouldFailWhereThereIsNoText() throws Exception {
    input = directory.resolve("empty");
    TestingLines.write(input.resolve("a.jsonl"), List.of("", ""));
    all(2);
    assertFailure(this::join, "no text in 1 files");
    assertThat(output.resolve("report.json")).doesNotExist();
  }
}
