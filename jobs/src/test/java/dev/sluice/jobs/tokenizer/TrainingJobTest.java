package dev.sluice.jobs.tokenizer;

import static dev.sluice.jobs.text.TestingRefusals.assertFailure;
import static dev.sluice.jobs.text.TestingRefusals.assertRefusal;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.algorithms.bpe.BpeModel;
import dev.sluice.algorithms.bpe.ByteAlphabet;
import dev.sluice.algorithms.bpe.TrainerOptions;
import dev.sluice.algorithms.words.PreTokenizer;
import dev.sluice.algorithms.words.PreTokenizer.SplitPattern;
import dev.sluice.algorithms.words.TextNormaliser;
import dev.sluice.algorithms.words.WordCounter;
import dev.sluice.core.IntList;
import dev.sluice.jobs.documents.ReadTotals;
import dev.sluice.jobs.text.JobFailedException;
import dev.sluice.jobs.text.JobOutcome;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.ReportMarkdown;
import dev.sluice.jobs.text.TestingLines;
import dev.sluice.jobs.tokenizer.TokenizerDirectory.Tokenizer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.Normalizer;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainingJobTest {
  private static final JobProgress SILENT = JobProgress.NONE;

  /** A third of it leaves each of six threads the least that a counter can do with. */
  private static final long LEAST_HEAP = 18 * WordCounter.MIN_BUDGET;

  @TempDir private Path root;

  private TrainingRequest request(String output, int threads, long heap, TextNormaliser form) {
    return request(output, threads, heap, form, 1);
  }

  private TrainingRequest request(
      String output, int threads, long heap, TextNormaliser form, long minWordCount) {
    return new TrainingRequest(
        List.of(root.resolve("in").toString()),
        TestingLines.COLUMNS,
        "source_dataset",
        root.resolve(output),
        form,
        new PreTokenizer(SplitPattern.CL100K, false),
        new TrainerOptions(
            600, TrainerOptions.DEFAULT.specialTokens(), 2, TrainerOptions.UNLIMITED, 5000),
        minWordCount,
        threads,
        heap);
  }

  private TrainingRequest request(String output) {
    return request(output, 2, 64 << 20, TextNormaliser.NONE);
  }

  private void corpus() throws IOException {
    TestingLines.write(root.resolve("in/law/0.jsonl"), TestingLines.texts(500, 1));
    TestingLines.write(root.resolve("in/web/0.jsonl"), TestingLines.texts(900, 2));
  }

  private Map<String, String> files(String directory) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> paths = Files.list(root.resolve(directory))) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        files.put(path.getFileName().toString(), Files.readString(path));
      }
    }
    return files;
  }

  @Test
  void shouldWriteTheSameBytesWithAnyThreadsAndMemory() throws Exception {
    corpus();

    TrainingJob.run(request("one", 1, 256 << 20, TextNormaliser.NONE), SILENT);
    TrainingJob.run(request("six", 6, LEAST_HEAP, TextNormaliser.NONE), SILENT);

    assertThat(files("six")).isEqualTo(files("one"));
    assertThat(files("one"))
        .containsOnlyKeys(
            "tokenizer.json",
            "vocab.json",
            "merges.txt",
            "tokenizer.tiktoken",
            "tokenizer_config.json",
            "report.json",
            "report.md");
    try (Stream<Path> left = Files.list(root)) {
      assertThat(left.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("in", "one", "six");
    }
  }

  @Test
  void shouldReadBackWhatItWroteAndRoundTripEveryText() throws Exception {
    corpus();
    TrainingJob.run(request("tok"), SILENT);

    Tokenizer tokenizer = TokenizerDirectory.read(root.resolve("tok")).tokenizer();

    BpeModel model = tokenizer.model();
    assertThat(TokenizerFiles.json(tokenizer))
        .isEqualTo(Files.readAllBytes(root.resolve("tok/tokenizer.json")));
    assertThat(model.size()).isEqualTo(600);
    assertThat(List.of(model.text(0), model.text(3))).containsExactly("[PAD]", "[SEP]");
    for (String text : TestingLines.texts(200, 3)) {
      byte[] bytes = text.getBytes(UTF_8);
      IntList ids = new IntList();
      tokenizer.encoder().encode(bytes, 0, bytes.length, ids);
      ByteArrayOutputStream back = new ByteArrayOutputStream();
      for (int i = 0; i < ids.size(); i++) {
        back.writeBytes(model.bytes(ids.get(i)));
      }
      assertThat(back.toString(UTF_8)).isEqualTo(text);
    }
  }

  @Test
  void shouldWriteMergesVocabularyAndRanksThatAgree() throws Exception {
    corpus();
    TrainingJob.run(request("tok"), SILENT);
    JsonNode json = new ObjectMapper().readTree(root.resolve("tok/tokenizer.json").toFile());
    Map<String, String> files = files("tok");

    List<String> merges = files.get("merges.txt").lines().toList();
    assertThat(merges.get(0)).isEqualTo("#version: 0.2");
    assertThat(merges).hasSize(1 + json.path("model").path("merges").size());
    assertThat(new ObjectMapper().readTree(files.get("vocab.json")))
        .isEqualTo(json.path("model").path("vocab"));
    Map<Integer, byte[]> ranks = new HashMap<>();
    for (String line : files.get("tokenizer.tiktoken").lines().toList()) {
      ranks.put(
          Integer.parseInt(line.substring(line.indexOf(' ') + 1)),
          Base64.getDecoder().decode(line.substring(0, line.indexOf(' '))));
    }
    BpeModel model = TokenizerDirectory.read(root.resolve("tok")).tokenizer().model();
    assertThat(ranks).hasSize(596).doesNotContainKeys(0, 1, 2, 3);
    ranks.forEach((id, bytes) -> assertThat(model.bytes(id)).isEqualTo(bytes));
  }

  @Test
  void shouldReportEachSource() throws Exception {
    corpus();

    JobOutcome result = TrainingJob.run(request("tok"), SILENT);

    JsonNode report = result.report();
    assertThat(report.path("sources").findValuesAsText("source")).containsExactly("law", "web");
    assertThat(report.path("sources").findValuesAsText("documents")).containsExactly("500", "900");
    assertThat(report.path("bytes_per_token").asDouble()).isBetween(1.0, 8.0);
    assertThat(report.path("words_of_one_token").asDouble()).isBetween(0.1, 1.0);
    assertThat(report.path("special_tokens").path("[SEP]").asInt()).isEqualTo(3);
    assertThat(files("tok").get("report.md"))
        .isEqualTo(ReportMarkdown.of(TrainingJob.TITLE, report))
        .contains("| source | bytes |")
        .contains("| law | ")
        .contains("## longest_tokens");
  }

  @Test
  void shouldReportTheSameOfManySourcesInWhateverOrderTheyAreRead() throws Exception {
    for (int name = 0; name < 40; name++) {
      TestingLines.write(
          root.resolve("in/%d/s%02d/0.jsonl".formatted(name % 2, name)),
          TestingLines.texts(30, name));
    }
    JsonNode one = sources("one", "in/0", "in/1");
    assertThat(sources("other", "in/1", "in/0")).isEqualTo(one);
    List<String> names = one.findValuesAsText("source");
    assertThat(names).hasSize(33).startsWith("(all other sources)", "s00").endsWith("s31");
    assertThat(one.path(0).path("documents").asInt()).isEqualTo(8 * 30);
    assertThat(one.path(0).path("sampled_documents").asInt()).isEqualTo(128);
  }

  private JsonNode sources(String output, String... inputs) throws Exception {
    TrainingRequest request = request(output);
    TrainingRequest ordered =
        new TrainingRequest(
            Stream.of(inputs).map(input -> root.resolve(input).toString()).toList(),
            request.columns(),
            "source_dataset",
            request.output(),
            request.normaliser(),
            request.preTokenizer(),
            request.trainer(),
            request.minWordCount(),
            request.threads(),
            request.heapBytes());
    return TrainingJob.run(ordered, SILENT).report().path("sources");
  }

  @Test
  void shouldRecogniseItsOwnWorkAndRefuseOther() throws Exception {
    corpus();
    TrainingJob.run(request("tok"), SILENT);

    assertThat(TrainingJob.run(request("tok"), SILENT).finishedBefore()).isTrue();
    TextNormaliser nfc = new TextNormaliser(Optional.of(Normalizer.Form.NFC), true);
    assertRefusal(
        () -> TrainingJob.run(request("tok", 2, 64 << 20, nfc), SILENT), "it was started with");
    assertRefusal(() -> TrainingJob.run(request("in"), SILENT), " is inside the input ");
    Files.createDirectories(root.resolve("foreign/mine"));
    assertRefusal(
        () -> TrainingJob.run(request("foreign"), SILENT), "is not empty (it holds mine)");
  }

  @Test
  void shouldWriteAndReadEveryKindOfTokenizer() throws Exception {
    BpeModel model = BpeModel.of(alphabet(), List.of(), Set.of());
    for (SplitPattern pattern : SplitPattern.values()) {
      for (boolean digits : new boolean[] {false, true}) {
        for (boolean lower : new boolean[] {false, true}) {
          Tokenizer tokenizer =
              new Tokenizer(
                  new TextNormaliser(Optional.of(Normalizer.Form.NFKC), lower),
                  new PreTokenizer(pattern, digits),
                  model);
          Files.write(root.resolve("tokenizer.json"), TokenizerFiles.json(tokenizer));

          Tokenizer read = TokenizerDirectory.read(root).tokenizer();

          assertThat(read.normaliser()).isEqualTo(tokenizer.normaliser());
          assertThat(read.preTokenizer().regex()).isEqualTo(tokenizer.preTokenizer().regex());
        }
      }
    }
  }

  private static Map<String, Integer> alphabet() {
    Map<String, Integer> ids = new HashMap<>();
    for (int value = 0; value < 256; value++) {
      ids.put(ByteAlphabet.toText(new byte[] {(byte) value}), value);
    }
    return ids;
  }

  @Test
  void shouldRefuseOtherTokenizers() throws Exception {
    assertRefusal(() -> TokenizerDirectory.read(root), "has no tokenizer.json");
    Files.writeString(root.resolve("tokenizer.json"), "{\"model\":{\"type\":\"WordPiece\"}}");
    assertRefusal(
        () -> TokenizerDirectory.read(root), "its model is \"WordPiece\", but must be BPE");
    Files.writeString(root.resolve("tokenizer.json"), "{");
    assertRefusal(() -> TokenizerDirectory.read(root), "is not readable");
  }

  @Test
  void shouldFailWithoutAnyText() throws Exception {
    TestingLines.write(root.resolve("in/a.jsonl"), List.of("", ""));

    assertFailure(() -> TrainingJob.run(request("tok"), SILENT), "no text in 1 files");
    assertThat(root.resolve("tok")).doesNotExist();
  }

  @Test
  void shouldSayWhatMemoryTheWordsWouldTake() throws Exception {
    corpus();

    assertThatThrownBy(
            () -> TrainingJob.run(request("tok", 2, 12 << 20, TextNormaliser.NONE), SILENT))
        .isInstanceOf(JobFailedException.class)
        .hasMessageMatching(
            "learning merges from [0-9,]+ distinct words of [0-9,]+ bytes needs 17 to 33 MiB; the"
                + " Java heap has 12 MiB\\. Set --memory to 17[0-9]MiB or more, omit rare words"
                + " with --min-word-count, or train on fewer texts");

    assertThat(root.resolve("tok")).doesNotExist();
  }

  private TrainingRequest request(String output, long minWordCount) {
    return request(output, 2, 64 << 20, TextNormaliser.NONE, minWordCount);
  }

  @Test
  void shouldLeaveOutRareWordsAndSayWhich() throws Exception {
    TestingLines.write(
        root.resolve("in/a.jsonl"),
        List.of("tree", "xyxyxyxy", "vowvow", "tree", "vowvow", "tree"));

    TrainingJob.run(request("all"), SILENT);
    JsonNode report = TrainingJob.run(request("frequent", 2), SILENT).report();

    JsonNode rare = report.path("rare_words");
    assertThat(rare)
        .hasToString(
            "{\"bytes\":8,\"distinct_words\":1,\"min_word_count\":2,\"share_of_bytes\":0.25,"
                + "\"words\":1}");
    assertThat(files("frequent").get("report.md"))
        .contains("- rare_words: bytes 8, distinct_words 1, min_word_count 2, share_of_bytes 0.25");
    assertThat(files("all").get("merges.txt")).contains("x y", "v o", "t r");
    assertThat(files("frequent").get("merges.txt")).contains("v o", "t r").doesNotContain("x y");
    assertThat(files("all").get("report.json")).doesNotContain("rare_words", "min_word_count");
  }

  @Test
  void shouldRefuseAnOutputWithOtherRareWords() throws Exception {
    corpus();
    TrainingJob.run(request("all"), SILENT);
    TrainingJob.run(request("frequent", 2), SILENT);

    assertThat(TrainingJob.run(request("frequent", 2), SILENT).finishedBefore()).isTrue();
    for (TrainingRequest other :
        List.of(request("all", 2), request("frequent", 1), request("frequent", 3))) {
      assertRefusal(() -> TrainingJob.run(other, SILENT), "min_word_count");
    }
  }

  @Test
  void shouldFailIfAllWordsAreRare() throws Exception {
    TestingLines.write(root.resolve("in/a.jsonl"), List.of("tree"));

    assertThatThrownBy(() -> TrainingJob.run(request("tok", 2), SILENT))
        .isInstanceOf(JobFailedException.class)
        .hasMessage(
            "no word occurs 2 times or more (distinct words: 1): there is nothing to learn. Set a"
                + " lower --min-word-count");
  }

  @Test
  void shouldRefuseInputsWithoutTheColumn() throws Exception {
    Files.createDirectories(root.resolve("in"));
    Files.writeString(root.resolve("in/a.jsonl"), "{\"content\":\"x\"}\n");

    assertRefusal(
        () -> TrainingJob.run(request("tok"), SILENT),
        "no object has a field text; the file has: content");
  }

  @Test
  void shouldQuarantineABrokenFile() throws Exception {
    corpus();
    Files.writeString(root.resolve("in/broken.parquet"), "not Parquet");

    JobOutcome result = TrainingJob.run(request("tok"), SILENT);

    assertThat(ReadTotals.quarantined(result.report())).hasSize(1);
    assertThat(ReadTotals.quarantined(result.report()).get(0))
        .startsWith("broken.parquet: not a Parquet file");
  }
}
