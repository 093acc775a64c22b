package dev.sluice.jobs.tokenizer;

import static dev.sluice.jobs.text.TestingRefusals.assertRefusal;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.algorithms.bpe.BpeEncoder;
import dev.sluice.algorithms.bpe.TrainerOptions;
import dev.sluice.algorithms.words.PreTokenizer;
import dev.sluice.algorithms.words.PreTokenizer.SplitPattern;
import dev.sluice.algorithms.words.TextNormaliser;
import dev.sluice.core.IntList;
import dev.sluice.jobs.documents.TestingDocuments;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.TestingLines;
import dev.sluice.jobs.text.TestingParts;
import dev.sluice.jobs.tokenizer.TokenizeJob.TokenBatch;
import dev.sluice.jobs.tokenizer.TokenizeRequest.EndOfDocument;
import dev.sluice.jobs.tokenizer.TokenizeRequest.TokenFormat;
import dev.sluice.jobs.tokenizer.TokenizeResult.TokenizedFile;
import dev.sluice.jobs.validate.report.TestingOutput;
import dev.sluice.jobs.validate.report.TestingOutput.Document;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenizeJobTest {
  private static final String A = "in/3.0/CC-MAIN-2024-10/a.jsonl";
  private static final String B = "in/4.0/CC-MAIN-2024-18/b.jsonl";

  private static final String END = "<|endoftext|>";

  @TempDir private Path root;

  private String input = "in";
  private Optional<EndOfDocument> eod = Optional.empty();

  @BeforeEach
  void train() throws Exception {
    TestingLines.write(root.resolve(A), TestingLines.texts(300, 1));
    TestingLines.write(root.resolve(B), TestingLines.texts(500, 2));
    TrainingJob.run(
        new TrainingRequest(
            List.of(root.resolve("in").toString()),
            TestingLines.COLUMNS,
            "source_dataset",
            root.resolve("tok"),
            TextNormaliser.NONE,
            new PreTokenizer(SplitPattern.GPT2, false),
            new TrainerOptions(
                500, List.of("[PAD]", END), 2, TrainerOptions.UNLIMITED, TrainerOptions.UNLIMITED),
            1,
            2,
            64 << 20),
        JobProgress.NONE);
  }

  private TokenizeResult run(Optional<String> output, TokenFormat format, int threads)
      throws IOException, InterruptedException {
    return TokenizeJob.run(request(output, format, threads), JobProgress.NONE);
  }

  private TokenizeRequest request(Optional<String> output, TokenFormat format, int threads) {
    return new TokenizeRequest(
        List.of(root.resolve(input).toString()),
        TestingLines.COLUMNS,
        root.resolve("tok"),
        false,
        output.map(root::resolve),
        format,
        eod,
        threads);
  }

  private List<int[]> expected(int count, long seed) throws IOException {
    BpeEncoder encoder = TokenizerDirectory.read(root.resolve("tok")).tokenizer().encoder();
    List<int[]> ids = new ArrayList<>();
    for (String text : TestingLines.texts(count, seed)) {
      ids.add(encoder.encode(text.getBytes(UTF_8)));
    }
    return ids;
  }

  private Map<String, String> files(String directory) throws IOException {
    return TestingParts.content(root.resolve(directory));
  }

  @Test
  void shouldRefuseAnOutputThatAnotherProcessWrites() throws Exception {
    TokenOutput other = TokenOutput.of(root.resolve("bin"), TokenFormat.BIN, List.of());
    Closeable lock = other.lock();
    assertRefusal(() -> run(Optional.of("bin"), TokenFormat.BIN, 1), "in use by another process");
    lock.close();

    run(Optional.of("bin"), TokenFormat.BIN, 1);

    assertThat(root.resolve("bin/_sluice/tokenize")).doesNotExist();
  }

  @Test
  void shouldCountFilesOfOneNameInSeveralInputsByThemselves() throws Exception {
    TestingLines.write(root.resolve("one/a.jsonl"), TestingLines.texts(3, 1));
    TestingLines.write(root.resolve("two/a.jsonl"), TestingLines.texts(5, 2));
    TokenizeRequest both =
        new TokenizeRequest(
            List.of(root.resolve("one").toString(), root.resolve("two").toString()),
            TestingLines.COLUMNS,
            root.resolve("tok"),
            false,
            Optional.empty(),
            TokenFormat.PARQUET,
            eod,
            2);

    assertThat(TokenizeJob.run(both, JobProgress.NONE).files())
        .extracting(TokenizedFile::documents)
        .containsExactly(3L, 5L);
  }

  @Test
  void shouldWriteFlatIdsWithAnIndex() throws Exception {
    run(Optional.of("bin"), TokenFormat.BIN, 2);

    List<int[]> expected = expected(500, 2);
    Path stem = root.resolve("bin/4.0/CC-MAIN-2024-18/b");
    ByteBuffer index =
        ByteBuffer.wrap(Files.readAllBytes(Path.of(stem + ".idx"))).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer ids =
        ByteBuffer.wrap(Files.readAllBytes(Path.of(stem + ".bin"))).order(ByteOrder.LITTLE_ENDIAN);
    byte[] magic = new byte[9];
    index.get(magic);
    assertThat(new String(magic, UTF_8)).isEqualTo("MMIDIDX\0\0");
    assertThat(index.getLong()).isEqualTo(1);
    assertThat(index.get()).isEqualTo((byte) 8);
    assertThat(index.getLong()).isEqualTo(500);
    assertThat(index.getLong()).isEqualTo(501);
    for (int[] document : expected) {
      assertThat(index.getInt()).isEqualTo(document.length);
      for (int id : document) {
        assertThat(ids.getShort() & 0xFFFF).isEqualTo(id);
      }
    }
    long position = 0;
    for (int[] document : expected) {
      assertThat(index.getLong()).isEqualTo(position);
      position += 2L * document.length;
    }
    for (int document = 0; document <= expected.size(); document++) {
      assertThat(index.getLong()).isEqualTo(document);
    }
    assertThat(index.hasRemaining() || ids.hasRemaining()).isFalse();
  }

  @Test
  void shouldWriteIdsOf32BitsForLargeVocabularies() throws Exception {
    Path ids = root.resolve("x.bin");
    DocumentRows rows = new DocumentRows(root.resolve("x.meta.parquet"), root.resolve("x"));
    BinTokens tokens =
        new BinTokens(ids, root.resolve("x.idx"), rows, BinTokens.MOST_OF_16_BITS + 1);
    TokenBatch batch = new TokenBatch(2, 100);
    batch.ids().add(65_536);
    batch.endDocument(0);
    batch.endDocument(1);
    tokens.write(batch);

    tokens.publish();

    assertThat(Files.readAllBytes(ids)).containsExactly(0, 0, 1, 0);
    assertThat(Files.readAllBytes(root.resolve("x.idx"))).hasSize(34 + 2 * 12 + 3 * 8);
  }

  @Test
  void shouldWriteListsOfIdsWithTheirRows() throws Exception {
    Files.writeString(
        root.resolve(A),
        "{\"text\":\"law\"}\n{\"text\":null}\n{\"text\":5}\n{\"text\":\"\"}\n{\"text\":\"of\"}\n");

    TokenizeResult result = run(Optional.of("ids"), TokenFormat.PARQUET, 2);

    List<String> rows = TestingDocuments.rows(root.resolve("ids/3.0/CC-MAIN-2024-10/a.parquet"));
    BpeEncoder encoder = TokenizerDirectory.read(root.resolve("tok")).tokenizer().encoder();
    List<String> expected = new ArrayList<>();
    expected.add(row(0, encoder.encode("law".getBytes(UTF_8))));
    expected.add(row(3));
    expected.add(row(4, encoder.encode("of".getBytes(UTF_8))));
    assertThat(rows).isEqualTo(expected);
    assertThat(result.files().get(0).nullTexts()).isEqualTo(1);
    assertThat(result.files().get(0).rejected()).isEqualTo(1);
  }

  private static String row(int row, int... ids) {
    return "{\"row\":%d,\"input_ids\":%s}".formatted(row, Arrays.toString(ids).replace(" ", ""));
  }

  @Test
  void shouldWriteTheSameBytesWithAnyThreadsAndContinue() throws Exception {
    run(Optional.of("one"), TokenFormat.PARQUET, 1);
    run(Optional.of("three"), TokenFormat.PARQUET, 3);
    Map<String, String> one = files("one");
    assertThat(files("three")).isEqualTo(one);

    Files.delete(root.resolve("one/4.0/CC-MAIN-2024-18/b.parquet"));
    TokenizeResult again = run(Optional.of("one"), TokenFormat.PARQUET, 2);

    assertThat(again.finishedBefore()).isEqualTo(1);
    assertThat(files("one")).isEqualTo(one);
    assertThat(run(Optional.of("one"), TokenFormat.PARQUET, 2).finishedBefore()).isEqualTo(2);
  }

  @Test
  void shouldEncodeAFileAgainThatAnotherOfItsSizeReplaces() throws Exception {
    run(Optional.of("one"), TokenFormat.PARQUET, 1);
    List<String> lines = new ArrayList<>(Files.readAllLines(root.resolve(B)));
    Collections.reverse(lines);
    Files.write(root.resolve(B), lines);
    assertThat(run(Optional.of("one"), TokenFormat.PARQUET, 1).finishedBefore()).isEqualTo(1);
    run(Optional.of("anew"), TokenFormat.PARQUET, 1);
    assertThat(files("one")).isEqualTo(files("anew"));
  }

  /** Also in records, of which a join or a finished command makes its counts. */
  @Test
  void shouldCountByTheBucketsAndDumpsOfManifests() throws Exception {
    TestingOutput output = new TestingOutput(root.resolve("out"));
    output.keep("en/2.8/deepscaler-a/0.parquet", Document.of("1", "law", 2.9));
    output.keep("en/2.8/deepscaler-b/0.parquet", Document.of("2", "law of", 2.9));
    output.keep("en/3.0/deepscaler-a/0.parquet", Document.of("3", "the law", 3.5));
    output.keep("en/3.0/deepscaler-a/1.parquet", Document.of("4", "of the law", 3.5));
    output.keep("en/3.0/unknown/0.parquet", Document.of("5", "a law", 3.5));
    output.write();
    String[] expected = {
      "2.8 deepscaler-a 1", "2.8 deepscaler-b 1", "3.0 deepscaler-a 2", "3.0 unknown 1"
    };

    for (String place : new String[] {"out", "out/en/*/*/*.parquet", "out/en"}) {
      input = place;
      TokenizeResult result = run(Optional.empty(), TokenFormat.PARQUET, 2);
      assertThat(counts(result)).as(place).containsExactly(expected);
    }
    run(Optional.of("ids"), TokenFormat.PARQUET, 2);
    TokenizeResult again = run(Optional.of("ids"), TokenFormat.PARQUET, 2);
    assertThat(again.finishedBefore()).isEqualTo(5);
    assertThat(counts(again)).containsExactly(expected);
  }

  private static List<String> counts(TokenizeResult result) {
    return result.counts().stream()
        .map(count -> count.bucket() + " " + count.dump() + " " + count.documents())
        .toList();
  }

  @Test
  void shouldCountByDirectoryOutsideOfOutputs() throws Exception {
    TokenizeResult result = run(Optional.empty(), TokenFormat.PARQUET, 2);

    assertThat(counts(result)).containsExactly("- - 300", "- - 500");
    assertThat(result.counts())
        .extracting(count -> count.directory().orElseThrow())
        .containsExactly("3.0/CC-MAIN-2024-10", "4.0/CC-MAIN-2024-18");
    assertThat(result.total().tokens())
        .isEqualTo(
            Stream.concat(expected(300, 1).stream(), expected(500, 2).stream())
                .mapToLong(ids -> ids.length)
                .sum());
    assertThat(new ObjectMapper().readTree(result.json()).path("total").path("documents").asInt())
        .isEqualTo(800);
    assertThat(result.text()).contains("| 3.0/CC-MAIN-2024-10 |").contains("- total: ");
  }

  @Test
  void shouldRefuseAnotherTokenizerOrForeignFiles() throws Exception {
    run(Optional.of("out"), TokenFormat.PARQUET, 2);

    assertRefusal(() -> run(Optional.of("out"), TokenFormat.BIN, 2), "was started with");
    assertRefusal(() -> run(Optional.of("in"), TokenFormat.BIN, 2), " is inside the input ");
    Files.createDirectories(root.resolve("foreign/mine"));
    assertRefusal(
        () -> run(Optional.of("foreign"), TokenFormat.BIN, 2), "is not empty (it holds mine)");
  }

  /** Also a document without any other token. */
  @Test
  void shouldEndEachDocumentWithTheToken() throws Exception {
    Files.writeString(root.resolve(A), "{\"text\":\"law\"}\n{\"text\":null}\n{\"text\":\"\"}\n");
    TokenizeResult plain = run(Optional.empty(), TokenFormat.PARQUET, 2);
    eod = Optional.of(new EndOfDocument(Optional.empty()));

    run(Optional.of("ids"), TokenFormat.PARQUET, 2);
    TokenizeResult bin = run(Optional.of("bin"), TokenFormat.BIN, 2);

    List<String> rows = TestingDocuments.rows(root.resolve("ids/3.0/CC-MAIN-2024-10/a.parquet"));
    BpeEncoder encoder = TokenizerDirectory.read(root.resolve("tok")).tokenizer().encoder();
    int[] law = encoder.encode("law".getBytes(UTF_8));
    int[] ended = Arrays.copyOf(law, law.length + 1);
    ended[law.length] = 1;
    assertThat(rows).containsExactly(row(0, ended), row(2, 1));
    assertThat(bin.total().tokens()).isEqualTo(plain.total().tokens() + 2 + 500);
    assertThat(idsOnDisk("bin")).isEqualTo(bin.total().tokens());
  }

  private long idsOnDisk(String output) throws IOException {
    long bytes = 0;
    for (String name : files(output).keySet()) {
      bytes += name.endsWith(".bin") ? Files.size(root.resolve(output).resolve(name)) : 0;
    }
    return bytes / Short.BYTES;
  }

  @Test
  void shouldRecordTheTokenAndCountItWithTheOthers() throws Exception {
    eod = Optional.of(new EndOfDocument(Optional.of("[PAD]")));
    run(Optional.of("bin"), TokenFormat.BIN, 2);

    JsonNode request = json("bin/_sluice/tokenize.json");
    assertThat(request.path("append_eod")).hasToString("{\"id\":0,\"token\":\"[PAD]\"}");
    long recorded =
        json("bin/_sluice/files/" + A.substring(3) + ".json").path("tokens").asLong()
            + json("bin/_sluice/files/" + B.substring(3) + ".json").path("tokens").asLong();
    assertThat(recorded)
        .isEqualTo(idsOnDisk("bin"))
        .isEqualTo(json("bin/_sluice/tokens.json").path("total").path("tokens").asLong());
  }

  private JsonNode json(String file) throws IOException {
    return new ObjectMapper().readTree(root.resolve(file).toFile());
  }

  @Test
  void shouldRefuseToContinueWithAnotherEndOfDocuments() throws Exception {
    run(Optional.of("plain"), TokenFormat.BIN, 2);
    eod = Optional.of(new EndOfDocument(Optional.empty()));
    run(Optional.of("ended"), TokenFormat.BIN, 2);
    assertRefused("plain", "it was started without append_eod, but this run has {\"id\":1,");
    eod = Optional.of(new EndOfDocument(Optional.of("[PAD]")));
    assertRefused("ended", "it was started with append_eod {\"id\":1,");
    eod = Optional.empty();
    assertRefused("ended", "it was started with append_eod");
  }

  private void assertRefused(String output, String message) {
    assertRefusal(() -> run(Optional.of(output), TokenFormat.BIN, 2), message);
  }

  /** Other programs add special tokens to a vocabulary without writing them into it. */
  @Test
  void shouldMakeRoomForATokenBehindTheVocabulary() throws Exception {
    int size = TokenizerDirectory.read(root.resolve("tok")).tokenizer().model().size();
    Path file = root.resolve("tok/tokenizer.json");
    ObjectNode tokenizer = (ObjectNode) new ObjectMapper().readTree(file.toFile());
    ArrayNode added = (ArrayNode) tokenizer.path("added_tokens");
    added.addObject().put("id", size).put("content", "<end>");
    new ObjectMapper().writeValue(file.toFile(), tokenizer);
    eod = Optional.of(new EndOfDocument(Optional.of("<end>")));

    TokenEncoding encoding = TokenEncoding.of(request(Optional.empty(), TokenFormat.BIN, 1));

    assertThat(encoding.size()).isEqualTo(size + 1);
    IntList ids = new IntList();
    encoding.encoder().encode(new byte[0], 0, 0, ids);
    assertThat(ids.toArray()).containsExactly(size);
  }

  @Test
  void shouldRefuseTwoFilesThatBecomeOne() throws Exception {
    Files.copy(root.resolve(A), root.resolve("in/3.0/CC-MAIN-2024-10/a.json"));
    Files.delete(root.resolve(B));
    TestingLines.write(root.resolve("in/3.0/CC-MAIN-2024-10/a.jsonl.zst"), List.of());

    assertRefusal(() -> run(Optional.of("out"), TokenFormat.BIN, 2), "would both become");
  }

  @Test
  void shouldQuarantineABrokenFileAndTakeItLater() throws Exception {
    Path broken = root.resolve("in/4.0/c.jsonl.gz");
    Files.write(broken, new byte[] {31, (byte) 139, 8, 0});

    TokenizeResult result = run(Optional.of("out"), TokenFormat.PARQUET, 2);

    assertThat(result.files()).hasSize(2);
    assertThat(result.quarantined()).hasSize(1);
    assertThat(root.resolve("out/4.0")).isDirectoryNotContaining("glob:**c*parquet*");
    Files.delete(broken);
    TestingLines.write(root.resolve("in/4.0/c.jsonl"), List.of("mended"));
    assertThat(run(Optional.of("out"), TokenFormat.PARQUET, 2).files()).hasSize(3);
  }
}
