package dev.sluice.jobs.process;

import static dev.sluice.jobs.text.TestingParts.content;
import static dev.sluice.jobs.text.TestingRefusals.assertRefusal;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.luben.zstd.Zstd;
import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.documents.TestingDocuments;
import dev.sluice.jobs.process.FileRewriter.RewritePlan;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.OperatorChain;
import dev.sluice.operators.ParameterValue;
import dev.sluice.operators.standard.StandardOperators;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessJobTest {
  /** Few words are much text: what is asked is where files are cut, not how words are found. */
  static final String WORD = "W" + "o".repeat(97) + "d ";

  private static final long HEAP = 1L << 30;

  @TempDir private Path directory;

  private Path input;
  private Path output;
  private int level = TableFormat.LEVEL;

  @BeforeEach
  void name() {
    input = directory.resolve("in");
    output = directory.resolve("out");
  }

  static BoundOperator operator(String name, Map<String, ParameterValue> given) {
    return StandardOperators.registry()
        .bind(
            name,
            given,
            "",
            (subject, origin, message) -> {
              throw new AssertionError(subject + " " + message);
            })
        .orElseThrow();
  }

  static BoundOperator words(String least) {
    return operator(
        "word-count", Map.of("min", ParameterValue.of(least), "max", ParameterValue.of("off")));
  }

  private static BoundOperator atMost(String field, String most) {
    return operator(
        "field-range", Map.of("field", ParameterValue.of(field), "max", ParameterValue.of(most)));
  }

  private ProcessRequest request(int threads, int trace, BoundOperator... operators) {
    return new ProcessRequest(
        List.of(input.toString()),
        output,
        "a test",
        new OperatorChain(List.of(operators)),
        List.of(),
        new DocumentColumns("text", "id", 1 << 20),
        trace,
        level,
        threads,
        HEAP);
  }

  private static JsonNode run(ProcessRequest request) throws Exception {
    return ProcessJob.run(request, JobProgress.NONE).report();
  }

  /** Programs that read examples find these characters as they always were: as two escapes. */
  @Test
  void shouldEscapeCharactersBeyond16BitsInExamples() throws Exception {
    new TestingDocuments().add("One \uD83D\uDE00 É").write(input.resolve("a.parquet"), 1);

    run(request(1, 1, operator("lowercase", Map.of())));

    assertThat(Files.readAllLines(output.resolve("_sluice/trace.jsonl")))
        .containsExactly(
            "{\"file\":\"a.parquet\",\"row\":0,\"id\":\"d0\",\"operator\":0,\"name\":\"lowercase\","
                + "\"decision\":\"changed\",\"from\":0,\"before\":\"One \\uD83D\\uDE00 É\","
                + "\"after\":\"one \\uD83D\\uDE00 é\"}");
  }

  @Test
  void shouldWriteTheSameColumnsWithoutWhatWasDroppedOrRejected() throws Exception {
    new TestingDocuments()
        .add("Two WORDS")
        .add("one")
        .add(Optional.of("x"), Optional.empty(), 1, 1999)
        .add(Optional.empty(), Optional.of("three Words É".getBytes(UTF_8)), Double.NaN, 1999)
        .add(Optional.of("y"), Optional.of(new byte[] {'a', (byte) 0xFF}), 1, 1999)
        .add(Optional.of("z"), Optional.of("late but fine".getBytes(UTF_8)), 1, 2024)
        .add("already lower")
        .write(input.resolve("sub/a.parquet"), 3);
    new TestingDocuments().write(input.resolve("empty.parquet"), 3);
    JsonNode report =
        run(
            request(
                2,
                5,
                words("2"),
                operator("lowercase", Map.of()),
                atMost("metadata.year", "2020")));
    assertThat(TestingDocuments.rows(output.resolve("sub/a.parquet")))
        .containsExactly(
            "{\"score\":3.0,\"text\":\"two"
                + " words\",\"id\":\"d0\",\"metadata\":{\"year\":2020,\"good\":null},\"tags\":[]}",
            "{\"score\":null,\"text\":\"three words"
                + " é\",\"id\":null,\"metadata\":{\"year\":1999,\"good\":null},\"tags\":[]}",
            "{\"score\":3.0,\"text\":\"already"
                + " lower\",\"id\":\"d6\",\"metadata\":{\"year\":2020,\"good\":null},\"tags\":[]}");
    TableFile empty = TableFile.open(output.resolve("empty.parquet"));
    assertThat(empty.rows()).isZero();
    assertThat(empty.schema()).isEqualTo(TableFile.open(input.resolve("empty.parquet")).schema());
    assertThat(report.path("rows_read").asInt()).isEqualTo(7);
    assertThat(report.path("rows_kept").asInt()).isEqualTo(3);
    assertThat(report.path("rows_changed").asInt()).isEqualTo(2);
    assertThat(report.path("rows_dropped").asInt()).isEqualTo(2);
    assertThat(report.path("rows_rejected").asInt()).isEqualTo(2);
    assertThat(report.path("rejected").toString())
        .isEqualTo("{\"invalid_text\":1,\"null_text\":1}");
    assertThat(report.path("operators").get(0).toString())
        .isEqualTo(
            "{\"operator\":0,\"name\":\"word-count\",\"changed\":0,\"dropped\":{\"too_few_words\":1},\"rejected\":0}");
    assertThat(report.path("operators").get(2).path("dropped").toString())
        .isEqualTo("{\"above_range\":1}");
    assertThat(report.path("by_file").get(1).path("file").asText()).isEqualTo("sub/a.parquet");
    assertThat(Files.readAllLines(output.resolve("_sluice/rejects.jsonl")))
        .containsExactly(
            "{\"file\":\"sub/a.parquet\",\"row\":2,\"reason\":\"null_text\",\"message\":\"the text"
                + " is null\"}",
            "{\"file\":\"sub/a.parquet\",\"row\":4,\"reason\":\"invalid_text\",\"message\":\"the"
                + " text is not UTF-8\"}");
    assertThat(Files.readAllLines(output.resolve("_sluice/trace.jsonl")))
        .contains(
            "{\"file\":\"sub/a.parquet\",\"row\":0,\"id\":\"d0\",\"operator\":1,\"name\":\"lowercase\",\"decision\":\"changed\",\"from\":0,\"before\":\"Two"
                + " WORDS\",\"after\":\"two words\"}",
            "{\"file\":\"sub/a.parquet\",\"row\":1,\"id\":\"d1\",\"operator\":0,\"name\":\"word-count\",\"decision\":\"dropped\",\"reason\":\"too_few_words\",\"value\":1.0,\"text\":\"one\"}");
    assertThat(content(output).keySet())
        .containsExactly(
            "_sluice/process.json",
            "_sluice/rejects.jsonl",
            "_sluice/trace.jsonl",
            "empty.parquet",
            "sub/a.parquet");
  }

  @Test
  void shouldRejectWhatIsTooLargeOrBecomesIt() throws Exception {
    new TestingDocuments()
        .add("1 ".repeat(300_000))
        .add("x".repeat((1 << 20) + 1))
        .add("y".repeat(3 << 20))
        .add("fine 1")
        .write(input.resolve("a.parquet"), 10);
    JsonNode report =
        run(request(1, 0, operator("numbers", Map.of("replacement", ParameterValue.of("<NUM>")))));
    assertThat(report.path("rejected").toString()).isEqualTo("{\"too_large\":3}");
    assertThat(TestingDocuments.rows(output.resolve("a.parquet")))
        .hasSize(1)
        .allSatisfy(row -> assertThat(row).contains("fine <NUM>"));
    assertThat(Files.readAllLines(output.resolve("_sluice/rejects.jsonl")))
        .satisfiesExactly(
            line -> assertThat(line).contains("from 600,000 to 1,800,000 bytes"),
            line -> assertThat(line).contains("the text has 1,048,577 bytes; at most 1,048,576"),
            line -> assertThat(line).contains("the row has 3,1"));
  }

  /** A file of three groups of pieces or more, and one of less than one. */
  private void writeLarge(int words) throws IOException {
    for (String name : List.of("a", "b")) {
      TestingDocuments documents = new TestingDocuments();
      for (int row = 0; row < 130; row++) {
        boolean none = row % 50 == 7;
        int repeats = row * (name.equals("a") ? words : 5);
        String text = "%s %d Some more text is here. %s".formatted(name, row, WORD.repeat(repeats));
        documents.add(
            Optional.of(name + row),
            none ? Optional.empty() : Optional.of(text.getBytes(UTF_8)),
            row,
            2000 + row % 30);
      }
      documents.write(input.resolve(name + ".parquet"), 50);
    }
  }

  private ProcessRequest large(int threads) {
    return request(
        threads, 3, operator("lowercase", Map.of()), atMost("metadata.year", "2027"), words("9"));
  }

  static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  static JobProgress killingAt(int call) {
    int[] calls = {0};
    return position -> {
      if (++calls[0] == call) {
        throw new Killed();
      }
    };
  }

  /** The stop to try after this one: the first ones, every fourth, the last ones. */
  static int nextStop(int call, int calls) {
    return call < 4 || call >= calls - 2 ? call + 1 : Math.min(call + 4, calls - 2);
  }

  /** How many stops there are. */
  static int stops(ProcessRequest request) throws Exception {
    int[] calls = {0};
    ProcessJob.run(request, position -> calls[0]++, 1);
    return calls[0];
  }

  /** Whether what is left of a run says how far it came within a file. */
  private static boolean isWithinAFile(Path output) throws IOException {
    try (Stream<Path> paths = Files.walk(output)) {
      return paths.anyMatch(path -> path.toString().endsWith(".checkpoint"));
    }
  }

  private boolean isKilled(ProcessRequest request, int call) throws Exception {
    try {
      ProcessJob.run(request, killingAt(call), 1);
      return false;
    } catch (Killed e) {
      return true;
    }
  }

  @Test
  void shouldWriteTheSameBytesWhateverTheThreadsAndStops() throws Exception {
    writeLarge(30);
    int stops = stops(large(1));
    assertThat(stops).isGreaterThan(10);
    SortedMap<String, String> undisturbed = content(output);
    assertThat(TableFile.open(output.resolve("a.parquet")).rowGroups()).isGreaterThan(1);
    boolean killed = true;
    int within = 0;
    for (int call = 1; killed; call = nextStop(call, stops)) {
      output = directory.resolve("out" + call);
      killed = isKilled(large(1 + call % 3), call);
      if (killed) {
        within += isWithinAFile(output) ? 1 : 0;
        isKilled(large(2), 3); // a few pieces more
        ProcessJob.run(large(1), JobProgress.NONE, 1);
      }
      assertThat(content(output)).isEqualTo(undisturbed);
    }
    assertThat(within).as("stops behind a note within a file").isPositive();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldNotContinueWithAnotherFileOfTheSameSize(boolean finished) throws Exception {
    writeLarge(30);
    Path file = Files.writeString(input.resolve("z.jsonl"), "{\"text\": \"one\"}\n");
    if (finished) {
      run(large(1));
    } else {
      assertThat(isKilled(large(1), 3)).isTrue();
    }
    Files.writeString(file, "{\"text\": \"two\"}\n");
    assertRefusal(
        () -> run(large(1)),
        "files in --input that have the same number and total size, but different names or"
            + " contents");
  }

  @Test
  void shouldContinueWhereTheFileIsWhenANoteIsAheadOfIt() throws Exception {
    writeLarge(50);
    run(large(1));
    SortedMap<String, String> undisturbed = content(output);
    output = directory.resolve("killed");
    Path table = output.resolve(".a.parquet.tmp");
    Path checkpoint = output.resolve(".a.parquet.tmp.checkpoint");
    Path kept = directory.resolve("kept");
    for (int call = 2; !Files.exists(checkpoint); call++) {
      assertThat(isKilled(large(1), call)).isTrue();
    }
    Files.copy(checkpoint, kept);
    long length = Files.size(table);
    for (int call = 2; Files.exists(table) && Files.size(table) == length; call++) {
      assertThat(isKilled(large(1), call)).isTrue();
    }
    assertThat(table).as("not finished yet").exists();
    Files.copy(kept, checkpoint, StandardCopyOption.REPLACE_EXISTING);
    run(large(2));
    assertThat(content(output)).isEqualTo(undisturbed);
  }

  @Test
  void shouldPackAsHardAsAskedAndContinueWithNoOtherLevel() throws Exception {
    TestingDocuments documents = new TestingDocuments();
    StringBuilder lines = new StringBuilder();
    SplittableRandom random = new SplittableRandom(1);
    for (int row = 0; row < 2_000; row++) {
      String text = random.ints(40, 0, 300).mapToObj(Integer::toString).collect(joining(" "));
      documents.add(text);
      lines.append("{\"text\":\"").append(text).append("\"}\n");
    }
    documents.write(input.resolve("a.parquet"), 500);
    Files.write(input.resolve("b.jsonl.zst"), Zstd.compress(lines.toString().getBytes(UTF_8), 1));
    Path usual = output;
    run(request(1, 0, words("2")));
    level = 12;
    output = directory.resolve("harder");
    run(request(1, 0, words("2")));
    for (String name : List.of("a.parquet", "b.jsonl.zst")) {
      assertThat(Files.size(output.resolve(name))).isLessThan(Files.size(usual.resolve(name)));
    }
    assertThat(TestingDocuments.rows(output.resolve("a.parquet")))
        .isEqualTo(TestingDocuments.rows(usual.resolve("a.parquet")));
    level = 3;
    assertRefusal(
        () -> run(request(1, 0, words("2"))),
        "started with compression_level 12, but this run has 3");
  }

  /** Another process may complete an output between the look for its report and the lock. */
  @Test
  void shouldNotBeginAgainWhatAnotherProcessHasCompleted() throws Exception {
    new TestingDocuments().add("one two three").write(input.resolve("a.parquet"), 3);
    ProcessRequest request = request(1, 0, words("2"));
    run(request);
    RewritePlan plan =
        ProcessJob.plan(request, RewriteInputs.find(request.inputs(), request.output()));
    ProcessMemory memory = ProcessMemory.of(request.heapBytes(), 1, request.columns());
    assertRefusal(
        () -> FileRewriter.open(plan, memory), "was completed by another process in the meantime");
    assertThat(ProcessJob.run(request, JobProgress.NONE).finishedBefore()).isTrue();
  }

  @Test
  void shouldSayThatItIsFinishedAndRefuseAnotherRequest() throws Exception {
    new TestingDocuments().add("one two three").write(input.resolve("a.parquet"), 3);
    run(request(1, 0, words("2")));
    assertThat(ProcessJob.run(request(2, 0, words("2")), JobProgress.NONE).finishedBefore())
        .isTrue();
    assertRefusal(
        () -> run(request(1, 0, words("3"))),
        "holds a different result: it was started with process.0",
        "Choose another directory");
    new TestingDocuments().add("one two").write(input.resolve("b.parquet"), 3);
    assertRefusal(() -> run(request(1, 0, words("2"))), "input");
  }

  @Test
  void shouldRefuseAFieldThatNoFileHas() throws Exception {
    new TestingDocuments().add("one").write(input.resolve("a.parquet"), 3);
    assertRefusal(
        () -> run(request(1, 0, atMost("metadata.yeer", "3"))),
        "no column metadata.yeer",
        "metadata.year");
    assertThat(output).doesNotExist();
  }

  @Test
  void shouldRefuseAnOutputThatHoldsOrIsSomethingElse() throws Exception {
    new TestingDocuments().add("one").write(input.resolve("a.parquet"), 3);
    Files.createDirectories(output);
    Files.writeString(output.resolve("mine"), "");
    assertThatThrownBy(() -> run(request(1, 0, words("2"))))
        .hasMessageContaining("is not empty (it holds mine)");
    output = input.resolve("below");
    assertThatThrownBy(() -> run(request(1, 0, words("2"))))
        .hasMessageContaining("is inside the input");
  }

  @ParameterizedTest
  @CsvSource({
    "in/**/*.parquet, in/out, true",
    "in/*, in/out, true",
    "'{in,other}', in/out/deep, true",
    "in, link/out, true",
    "link, in/out, true",
    "link/*, in/out, true",
    "in/*.parquet, in/out, false",
    "in/a*, in/out, false",
  })
  void shouldRefuseAnOutputThatTheSameInputWouldFind(String from, String to, boolean refused)
      throws Exception {
    new TestingDocuments().add("one two three").write(input.resolve("a.parquet"), 3);
    Files.createSymbolicLink(directory.resolve("link"), input);
    input = directory.resolve(from);
    output = directory.resolve(to);
    if (refused) {
      assertThatThrownBy(() -> run(request(1, 0, words("2"))))
          .hasMessageContaining("is inside the input");
    } else {
      run(request(1, 0, words("2")));
      assertThat(ProcessJob.run(request(1, 0, words("2")), JobProgress.NONE).finishedBefore())
          .isTrue();
    }
  }

  /** The first run finds nothing there yet. */
  @Test
  void shouldRefuseItsOwnFilesThatALinkInTheInputFinds() throws Exception {
    new TestingDocuments().add("one two three").write(input.resolve("a.parquet"), 3);
    Files.createDirectories(output);
    Files.createSymbolicLink(input.resolve("link"), output);
    run(request(1, 0, words("2")));

    assertRefusal(
        () -> run(request(1, 0, words("2"))),
        "link/a.parquet is a file in --output " + output,
        "perhaps through a link");
  }

  @Test
  void shouldRefuseALittleMemoryWithTheSum() throws Exception {
    new TestingDocuments().add("one").write(input.resolve("a.parquet"), 3);
    ProcessRequest little =
        new ProcessRequest(
            List.of(input.toString()),
            output,
            "",
            new OperatorChain(List.of()),
            List.of(),
            DocumentColumns.usual(),
            0,
            TableFormat.LEVEL,
            8,
            300 << 20);
    assertThatThrownBy(() -> run(little))
        .isInstanceOf(JobRefusedException.class)
        .hasMessageMatching(
            "not enough memory: the heap has 300 MiB, .*--memory \\d+MiB or more.*");
  }

  @Test
  void shouldQuarantineABrokenFileAndKeepWhatWasReadOfIt() throws Exception {
    TestingDocuments documents = new TestingDocuments();
    for (int row = 0; row < 40; row++) {
      documents.add("row " + row);
    }
    Path file = documents.write(input.resolve("a.parquet"), 10);
    byte[] bytes = Files.readAllBytes(file);
    Arrays.fill(bytes, bytes.length / 3, bytes.length / 3 + 40, (byte) 0x55);
    Files.write(file, bytes);
    Files.writeString(input.resolve("b.parquet"), "no Parquet");
    new TestingDocuments().add("whole file").write(input.resolve("c.parquet"), 10);
    JsonNode report = run(request(1, 0, words("1")));
    assertThat(report.path("quarantined").findValuesAsText("file"))
        .containsExactly("a.parquet", "b.parquet");
    assertThat(report.path("rows_read").asInt()).isEqualTo(31);
    assertThat(TestingDocuments.rows(output.resolve("a.parquet"))).hasSize(30);
    assertThat(output.resolve("b.parquet")).doesNotExist();
    assertThat(TestingDocuments.rows(output.resolve("c.parquet"))).hasSize(1);
  }
}
