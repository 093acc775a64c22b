package dev.sluice.jobs.tokenizer;

import static dev.sluice.jobs.text.TestingRefusals.assertFailure;
import static dev.sluice.jobs.text.TestingRefusals.assertRefusal;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.algorithms.words.TextNormaliser;
import dev.sluice.core.IntList;
import dev.sluice.jobs.documents.TestingDocuments;
import dev.sluice.jobs.text.JobFailedException;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.TestingLines;
import dev.sluice.jobs.text.TestingParts;
import dev.sluice.jobs.tokenizer.TokenizeRequest.EndOfDocument;
import dev.sluice.jobs.tokenizer.TokenizeRequest.TokenFormat;
import dev.sluice.jobs.validate.report.TestingOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenTraceTest {
  private static final String SHARD = "en/3.0/wiki-2024/0.parquet";

  /** In the order of the paths of their ids, which is not that of their names. */
  private static final List<String> IDS =
      List.of("3.0/wiki-2024/0", "a.b/two", "a/none", "a/one", "x", "x.c");

  @TempDir private Path root;

  private final List<Expected> documents = new ArrayList<>();
  private Optional<EndOfDocument> eod = Optional.empty();

  /** A document in the order of the tokens. */
  private record Expected(
      String ids, Path file, long row, String text, Map<String, String> fields) {}

  private void expect(String ids, String file, long row, String text, String... fields) {
    Map<String, String> named = new TreeMap<>();
    for (int i = 0; i < fields.length; i += 2) {
      named.put(fields[i], fields[i + 1]);
    }
    documents.add(new Expected(ids, root.resolve(file), row, text, named));
  }

  @BeforeEach
  void write() throws Exception {
    TestingOutput output = new TestingOutput(root.resolve("out"));
    output.keep(SHARD, TestingOutput.Document.of("<urn:1>", "the law of a shard", 3.5));
    output.keep(SHARD, TestingOutput.Document.of("<urn:2>", "the other law", 3.5));
    output.write();
    for (int row = 0; row < 2; row++) {
      expect(
          IDS.get(0),
          "out/" + SHARD,
          row,
          row == 0 ? "the law of a shard" : "the other law",
          "id",
          "<urn:%d>".formatted(row + 1),
          "dump",
          "wiki-2024",
          "bucket",
          "3.0");
    }
    TestingDocuments table = new TestingDocuments();
    for (int row = 0; row < 11; row++) {
      Optional<String> id = row == 5 ? Optional.empty() : Optional.of("id " + row);
      String text = row == 4 ? "" : "the law of row %d ".formatted(row).repeat(1 + row % 3);
      boolean isNull = row == 0 || row == 7;
      table.add(id, isNull ? Optional.empty() : Optional.of(text.getBytes(UTF_8)), 3, 2000);
      if (!isNull) {
        String[] fields = row == 5 ? new String[0] : new String[] {"id", "id " + row};
        expect(IDS.get(1), "in/a.b/two.parquet", row, text, fields);
      }
    }
    table.write(root.resolve("in/a.b/two.parquet"), 3);
    Files.createDirectories(root.resolve("in/a"));
    Files.writeString(root.resolve("in/a/none.jsonl"), "{\"text\": null}\n");
    Files.writeString(
        root.resolve("in/a/one.jsonl"),
        """
        {"text": "", "id": "empty"}
        {"id": 7, "text": "the law", "dump": "of the row"}

        {"text": null, "id": "null"}
        {"text": 5, "id": "rejected"}
        {"text": "a \\"law\\" of 1000 words"}
        {"text": "", "id": "last"}
        """);
    expect(IDS.get(3), "in/a/one.jsonl", 0, "", "id", "empty");
    expect(IDS.get(3), "in/a/one.jsonl", 1, "the law", "id", "7", "dump", "of the row");
    expect(IDS.get(3), "in/a/one.jsonl", 4, "a \"law\" of 1000 words");
    expect(IDS.get(3), "in/a/one.jsonl", 5, "", "id", "last");
    new TestingDocuments().add("of the law").write(root.resolve("in/x.parquet"), 1);
    expect(IDS.get(4), "in/x.parquet", 0, "of the law", "id", "d0");
    Files.writeString(root.resolve("in/x.c.jsonl"), "{\"id\": \"c\", \"text\": \"a law\"}");
    expect(IDS.get(5), "in/x.c.jsonl", 0, "a law", "id", "c");
    VocabularyJob.run(
        new VocabularyRequest(
            List.of(root.resolve("in").toString()),
            TestingLines.COLUMNS,
            root.resolve("words"),
            TextNormaliser.NONE,
            20,
            1,
            List.of("[UNK]", "<eod>"),
            2,
            64 << 20),
        JobProgress.NONE);
  }

  private TokenizeRequest request() {
    return request(2);
  }

  private TokenizeRequest request(int threads) {
    return new TokenizeRequest(
        List.of(root.resolve("in").toString(), root.resolve("out/en").toString()),
        TestingLines.COLUMNS,
        root.resolve("words"),
        true,
        Optional.of(root.resolve("ids")),
        TokenFormat.BIN,
        eod,
        threads);
  }

  private Path ids(String stem) {
    return root.resolve("ids").resolve(stem + ".bin");
  }

  private int[] tokens(Expected document) throws IOException {
    TokenEncoding.TextEncoder encoder = WordVocabulary.read(root.resolve("words")).encoder();
    IntList ids = new IntList();
    byte[] text = document.text().getBytes(UTF_8);
    encoder.encode(text, 0, text.length, ids);
    if (eod.isPresent()) {
      ids.add(1);
    }
    return ids.toArray();
  }

  /** The ids of all files, one after the other by the bytes of their paths. */
  private List<Integer> all() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (String stem : IDS) {
      bytes.write(Files.readAllBytes(ids(stem)));
    }
    ByteBuffer ids = ByteBuffer.wrap(bytes.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
    List<Integer> all = new ArrayList<>();
    while (ids.hasRemaining()) {
      all.add(ids.getShort() & 0xFFFF);
    }
    return all;
  }

  /** Every token leads to the document whose encoding has it there, and no document is left out. */
  private void assertTracesAll() throws IOException {
    TokenTrace trace = TokenTrace.open(root.resolve("ids"));
    List<Integer> all = all();
    String file = "";
    int token = 0;
    int first = 0;
    for (int number = 0; number < documents.size(); number++) {
      Expected document = documents.get(number);
      first = document.ids().equals(file) ? first : 0;
      file = document.ids();
      int[] tokens = tokens(document);
      assertIs(trace.document(number), document, first, tokens.length);
      TokenTrace alone = TokenTrace.open(ids(file));
      for (int i = 0; i < tokens.length; i++) {
        assertThat(all.get(token)).isEqualTo(tokens[i]);
        assertThat(trace.ofToken(token)).as("token %d", token).isEqualTo(trace.document(number));
        assertThat(alone.ofToken(first + i)).isEqualTo(trace.document(number));
        token++;
      }
      first += tokens.length;
    }
    assertThat(all).hasSize(token);
  }

  private void assertIs(TokenTrace.Document traced, Expected document, long first, long tokens) {
    assertThat(traced.file()).isEqualTo(document.file().toString());
    assertThat(traced.row()).isEqualTo(document.row());
    assertThat(traced.fields()).isEqualTo(document.fields());
    assertThat(traced.ids()).isEqualTo(ids(document.ids()));
    assertThat(traced.firstToken()).isEqualTo(first);
    assertThat(traced.tokens()).isEqualTo(tokens);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldTraceEveryTokenToItsDocument(boolean appendEod) throws Exception {
    eod = appendEod ? Optional.of(new EndOfDocument(Optional.empty())) : Optional.empty();
    TokenizeJob.run(request(), JobProgress.NONE);
    assertTracesAll();
  }

  @Test
  void shouldTraceWhatPartsHaveWritten() throws Exception {
    TestingParts.inAnyOrder(4, task -> TokenizeJob.run(request(), task, JobProgress.NONE));
    assertThatThrownBy(() -> TokenTrace.open(root.resolve("ids")))
        .isInstanceOf(JobRefusedException.class);
    TokenizeJob.join(request(), TestingParts.VERSION);
    assertTracesAll();
  }

  @Test
  void shouldTraceWhatWasStoppedAndContinued() throws Exception {
    JobProgress stopping = TestingParts.stopping(position -> position.file().contains("/one"));
    assertThatThrownBy(() -> TokenizeJob.run(request(1), stopping)).hasMessage("stopped");
    assertRefusal(
        () -> TokenTrace.open(root.resolve("ids")),
        "is not complete: run the tokenize command again");
    TokenizeResult result = TokenizeJob.run(request(), JobProgress.NONE);
    assertThat(result.finishedBefore()).isPositive();
    assertTracesAll();
  }

  @Test
  void shouldEncodeAgainWhatHasLostItsRows() throws Exception {
    TokenizeJob.run(request(), JobProgress.NONE);
    Path rows = root.resolve("ids/a/one.meta.parquet");
    byte[] before = Files.readAllBytes(rows);
    Files.delete(rows);
    assertThat(TokenizeJob.run(request(), JobProgress.NONE).finishedBefore()).isEqualTo(5);
    assertThat(rows).hasBinaryContent(before);
    assertTracesAll();
  }

  @Test
  void shouldNumberWhatIsBelowADirectory() throws Exception {
    TokenizeJob.run(request(), JobProgress.NONE);
    TokenTrace trace = TokenTrace.open(root.resolve("ids/a"));
    assertIs(trace.document(1), documents.get(12), 0, tokens(documents.get(12)).length);
    assertIs(trace.ofToken(0), documents.get(12), 0, tokens(documents.get(12)).length);
  }

  @Test
  void shouldRefuseNumbersOutside() throws Exception {
    TokenizeJob.run(request(), JobProgress.NONE);
    Path ids = root.resolve("ids");
    TokenTrace trace = TokenTrace.open(ids);
    int tokens = all().size();
    String allowed = "%s has %d tokens; must be from 0 to %d".formatted(ids, tokens, tokens - 1);
    assertRefused(() -> trace.ofToken(tokens), "--token %d: %s".formatted(tokens, allowed));
    assertRefused(() -> trace.ofToken(-1), "--token -1: " + allowed);
    assertRefused(
        () -> trace.document(Long.MAX_VALUE),
        "--document %d: %s has 17 documents; must be from 0 to 16".formatted(Long.MAX_VALUE, ids));
    TokenTrace empty = TokenTrace.open(ids("a/none"));
    assertRefused(() -> empty.ofToken(0), "--token 0: %s has 0 tokens".formatted(ids("a/none")));
  }

  private static void assertRefused(ThrowingCallable work, String message) {
    assertThatThrownBy(work).isInstanceOf(JobRefusedException.class).hasMessage(message);
  }

  @Test
  void shouldRefuseWhatHasNoFlatIds() throws Exception {
    assertRefused(
        () -> TokenTrace.open(root.resolve("in")),
        "%s is not an output of tokenize, nor inside such an output: specify the --output directory of a tokenize command"
            .formatted(root.resolve("in")));
    TokenizeRequest bin = request();
    TokenizeJob.run(
        new TokenizeRequest(
            bin.inputs(),
            bin.columns(),
            bin.tokenizer(),
            true,
            Optional.of(root.resolve("table")),
            TokenFormat.PARQUET,
            eod,
            1),
        JobProgress.NONE);
    assertRefusal(
        () -> TokenTrace.open(root.resolve("table/a")),
        "has ids in the format parquet, but trace needs the format bin");
  }

  @Test
  void shouldNotTakeAnotherDocumentForTheOneThatWasEncoded() throws Exception {
    TokenizeJob.run(request(), JobProgress.NONE);
    TokenTrace trace = TokenTrace.open(ids("a/one"));
    Path file = root.resolve("in/a/one.jsonl");
    byte[] before = Files.readAllBytes(file);
    Files.write(file, " ".getBytes(UTF_8), StandardOpenOption.APPEND);
    assertThatThrownBy(() -> trace.document(2))
        .isInstanceOf(JobFailedException.class)
        .hasMessage(
            "the document is row 4 of %s, which has changed since it was tokenized: restore the"
                    .formatted(file)
                + " file");
    Files.delete(file);
    assertFailure(() -> trace.document(2), "row 4 of %s, which no longer exists".formatted(file));
    Files.write(file, before);
    assertThat(trace.document(2).row()).isEqualTo(4);
  }

  @Test
  void shouldShowOnlyWhatIsKnown() throws Exception {
    TokenizeJob.run(request(), JobProgress.NONE);
    TokenTrace trace = TokenTrace.open(root.resolve("ids"));
    JsonNode shard = new ObjectMapper().readTree(trace.document(1).json());
    assertThat(shard.properties().stream().map(Map.Entry::getKey))
        .containsExactlyInAnyOrder(
            "file", "row", "id", "dump", "bucket", "ids", "document", "first_token", "tokens");
    assertThat(shard.path("document").asInt()).isEqualTo(1);
    assertThat(trace.document(13).text())
        .contains("\nrow          4\nids          ")
        .doesNotContain("bucket");
  }
}
