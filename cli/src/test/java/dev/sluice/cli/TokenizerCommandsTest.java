package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.app.ExitCode;
import dev.sluice.app.logging.Logging;
import dev.sluice.cli.TestingProgram.Ended;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ShortBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenizerCommandsTest {
  @TempDir private Path root;
  private Path input;

  @BeforeEach
  void write() throws IOException {
    input = Files.createDirectories(root.resolve("in/4.0/CC-MAIN-2024-10"));
    String line = "{\"text\":\"The law of the land is the law of all. Das Recht, 法律。\"}\n";
    Files.writeString(input.resolve("a.jsonl"), line.repeat(20));
  }

  @AfterEach
  void restore() throws IOException {
    Logging.start(Logging.Options.DEFAULT);
  }

  private Ended run(String command, String... options) {
    String[] all = new String[options.length + 5];
    all[0] = command;
    all[1] = "--progress";
    all[2] = "none";
    all[3] = "--input";
    all[4] = root.resolve("in").toString();
    System.arraycopy(options, 0, all, 5, options.length);
    return TestingProgram.run(all);
  }

  private String path(String name) {
    return root.resolve(name).toString();
  }

  /** Trains 300 tokens into {@code tok}. */
  private Ended train(String... more) {
    List<String> options = new ArrayList<>(List.of("--output", path("tok"), "--vocab-size", "300"));
    options.addAll(List.of(more));
    return run("train-tokenizer", options.toArray(String[]::new));
  }

  @Test
  void shouldEndWithExitCode4IfNoRowHasAText() throws IOException {
    train();
    Files.writeString(input.resolve("a.jsonl"), "{\"text\":null}\n{\"text\":null}\n");

    Ended counted = run("tokenize", "--tokenizer", path("tok"), "--count");

    assertThat(counted.err()).contains("all 2 rows were rejected (null_text 2)");
    assertThat(counted.exitCode()).isEqualTo(ExitCode.QUARANTINED);
  }

  @Test
  void shouldTrainTokenizeAndCount() throws IOException {
    Ended trained = train("--json");
    Ended tokenized =
        run("tokenize", "--tokenizer", path("tok"), "--output", path("ids"), "--json");
    Ended counted = run("tokenize", "--tokenizer", path("tok"), "--count");

    assertThat(trained.exitCode()).as(trained.err()).isZero();
    JsonNode report = new ObjectMapper().readTree(trained.out());
    assertThat(report.path("read").path("documents").asInt()).isEqualTo(20);
    assertThat(tokenized.exitCode()).as(tokenized.err()).isZero();
    assertThat(new ObjectMapper().readTree(tokenized.out()).path("counts").get(0).path("directory"))
        .hasToString("\"4.0/CC-MAIN-2024-10\"");
    assertThat(root.resolve("ids/4.0/CC-MAIN-2024-10/a.parquet")).exists();
    assertThat(counted.exitCode()).isZero();
    assertThat(counted.out()).contains("| 4.0/CC-MAIN-2024-10 |").contains("- total: ");
  }

  @Test
  void shouldLeaveOutRareWords() throws IOException {
    Files.writeString(root.resolve("in/b.jsonl"), "{\"text\":\"Unrepeatable.\"}\n");

    Ended refused = run("train-tokenizer", "--output", path("tok"), "--min-word-count", "0");
    Ended trained = train("--min-word-count", "2", "--html", path("page.html"), "--json");

    assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.err()).contains("--min-word-count");
    assertThat(trained.exitCode()).as(trained.err()).isZero();
    JsonNode report = new ObjectMapper().readTree(trained.out());
    assertThat(report.path("rare_words").path("distinct_words").asInt()).isEqualTo(1);
    assertThat(report.path("arguments").path("min_word_count").asInt()).isEqualTo(2);
    assertThat(root.resolve("page.html")).content().contains("<caption>Rare words</caption>");
  }

  @Test
  void shouldWriteThePageOfATokenizer() throws IOException {
    Ended trained = train("--html", path("page.html"));
    assertThat(trained.exitCode()).as(trained.err()).isZero();
    assertThat(Files.readString(root.resolve("page.html")))
        .contains("<dt>Unused tokens</dt>", "<caption>Read</caption>")
        .contains("<bdi>4.0/CC-MAIN-2024-10</bdi>", "<bdi>Ġlaw</bdi>")
        .doesNotContain("<script");
  }

  @Test
  void shouldShowTokensOfOtherScriptsAsPeopleReadThem() throws IOException {
    Path file = root.resolve("zh.jsonl");
    Files.writeString(file, "{\"text\": \"可再生能源 可再生能源 être\"}\n".repeat(20));
    Ended trained =
        TestingProgram.run(
            "train-tokenizer",
            "--progress",
            "none",
            "--input",
            file.toString(),
            "--output",
            path("tok"),
            "--vocab-size",
            "300",
            "--html",
            path("page.html"));
    assertThat(trained.exitCode()).as(trained.err()).isZero();
    for (String report : List.of("page.html", "tok/report.md", "tok/report.json")) {
      assertThat(Files.readString(root.resolve(report))).contains("Ġ可再生能源", "Ġêtre");
    }
    assertThat(Files.readString(root.resolve("tok/report.md"))).doesNotContain("åı¯");
  }

  @Test
  void shouldCountWords() {
    Ended ended = run("vocabulary", "--output", path("voc"), "--size", "2", "--lower-case");

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    assertThat(root.resolve("voc/vocab.txt")).hasContent("[PAD]\n[UNK]\n[CLS]\n[SEP]\nthe\nlaw");
    assertThat(ended.out()).startsWith("6 entries");
  }

  @Test
  void shouldTurnWordsIntoIds() throws IOException {
    run("vocabulary", "--output", path("voc"), "--size", "2", "--lower-case");
    Ended ended =
        run("tokenize", "--vocabulary", path("voc"), "--output", path("ids"), "--format", "bin");

    assertThat(ended.exitCode()).as(ended.err()).isZero();
    ShortBuffer ids =
        ByteBuffer.wrap(Files.readAllBytes(root.resolve("ids/4.0/CC-MAIN-2024-10/a.bin")))
            .order(ByteOrder.LITTLE_ENDIAN)
            .asShortBuffer();
    short[] first = new short[13];
    ids.get(first);
    assertThat(first).containsExactly(4, 5, 1, 4, 1, 1, 4, 5, 1, 1, 1, 1, 1);
    assertThat(ids.limit()).isEqualTo(20 * first.length);
    run("vocabulary", "--output", path("all"));
    assertThat(
            run("tokenize", "--vocabulary", path("all"), "--output", path("ids"), "--format", "bin")
                .err())
        .contains("vocabulary_sha256");
  }

  @Test
  void shouldEndDocumentsWithAToken() throws IOException {
    train("--special-token", "<|endoftext|>");
    String[] command = {
      "--tokenizer", path("tok"), "--output", path("ids"), "--format", "bin", "--append-eod"
    };
    assertThat(run("tokenize", command).exitCode()).isZero();
    byte[] ids = Files.readAllBytes(root.resolve("ids/4.0/CC-MAIN-2024-10/a.bin"));
    assertThat(new byte[] {ids[ids.length - 2], ids[ids.length - 1]}).containsExactly(0, 0);
    Ended counted = run("tokenize", "--tokenizer", path("tok"), "--count", "--json");
    long plain = new ObjectMapper().readTree(counted.out()).path("total").path("tokens").asLong();
    assertThat(ids).hasSize((int) (plain + 20) * Short.BYTES);
    assertThat(run("tokenize", Arrays.copyOf(command, command.length - 1)).err())
        .contains("it was started with append_eod");
  }

  @Test
  void shouldRefuseAnEndOfDocumentsThatThereIsNot() {
    train();
    Ended unknown = run("tokenize", "--tokenizer", path("tok"), "--count", "--append-eod");
    assertThat(unknown.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(unknown.err())
        .contains(
            "the tokenizer has [CLS], [PAD], [SEP], [UNK]: choose a token with --eod TOKEN, or"
                + " train the tokenizer");
    Ended none =
        run("tokenize", "--tokenizer", path("tok"), "--count", "--append-eod", "--eod", "</s>");
    assertThat(none.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(none.err()).contains("--eod </s>: " + path("tok") + " has no such special token");
    Ended alone = run("tokenize", "--tokenizer", path("tok"), "--count", "--eod", "[SEP]");
    assertThat(alone.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(alone.err())
        .contains("--eod: requires --append-eod, because --eod sets the token to append");
  }

  @Test
  void shouldRefuseAVocabularyThatCannotGiveIds() {
    run("vocabulary", "--output", path("voc"), "--special-token", "<s>");
    assertThat(run("tokenize", "--vocabulary", path("voc"), "--count").err())
        .contains("create the vocabulary with --special-token [UNK] or <unk>");
    assertThat(run("tokenize", "--vocabulary", path("in"), "--count").err())
        .contains("lacks vocab.txt or report.json");
    assertThat(run("tokenize", "--count").err()).contains("--tokenizer DIR or");
  }

  @Test
  void shouldTraceATokenToItsDocument() throws IOException {
    run("vocabulary", "--output", path("voc"), "--size", "2", "--lower-case");
    run("tokenize", "--vocabulary", path("voc"), "--output", path("ids"), "--format", "bin");
    Ended token = TestingProgram.run("trace", path("ids"), "--token", "27", "--json");
    assertThat(token.exitCode()).as(token.err()).isZero();
    JsonNode traced = new ObjectMapper().readTree(token.out());
    assertThat(traced.path("file").asText()).isEqualTo(input.resolve("a.jsonl").toString());
    assertThat(traced.path("row").asInt()).isEqualTo(2);
    assertThat(traced.path("first_token").asInt()).isEqualTo(26);
    Ended document = TestingProgram.run("trace", path("ids"), "--document", "2");
    assertThat(document.out().lines())
        .contains("file         " + input.resolve("a.jsonl"), "row          2", "tokens       13");
  }

  @Test
  void shouldSayWhatCanBeTraced() {
    run("vocabulary", "--output", path("voc"), "--size", "2", "--lower-case");
    run("tokenize", "--vocabulary", path("voc"), "--output", path("ids"), "--format", "bin");
    Ended outside = TestingProgram.run("trace", path("ids"), "--token", "260");
    assertThat(outside.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(outside.err())
        .contains("--token 260: %s has 260 tokens; must be from 0 to 259".formatted(path("ids")));
    for (String[] options :
        new String[][] {{}, {"--token", "1", "--document", "1"}, {"--token", "one"}}) {
      String[] command = new String[2 + options.length];
      command[0] = "trace";
      command[1] = path("ids");
      System.arraycopy(options, 0, command, 2, options.length);
      Ended refused = TestingProgram.run(command);
      assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
      assertThat(refused.err()).contains("--token");
    }
    assertThat(TestingProgram.run("trace", path("in"), "--token", "0").err())
        .contains("is not an output of tokenize");
  }

  @Test
  void shouldSayThatWorkIsFinished() {
    run("vocabulary", "--output", path("voc"), "--size", "2");

    Ended again = run("vocabulary", "--output", path("voc"), "--size", "2");

    assertThat(again.exitCode()).isZero();
    assertThat(again.err()).contains("finished already: " + path("voc"));
  }

  /** There is one file, so one of two parts has none. */
  @Test
  void shouldSayThatAPartIsFinished() {
    run("vocabulary", "--output", path("voc"));
    for (String part : new String[] {"1/2", "2/2"}) {
      String[] command = {"--vocabulary", path("voc"), "--output", path("ids"), "--part", part};
      Ended first = run("tokenize", command);
      assertThat(first.exitCode()).as(first.err()).isZero();
      assertThat(first.err()).doesNotContain("finished already");
      assertThat(run("tokenize", command).err())
          .contains("finished already: part %s of ".formatted(part));
    }
    assertThat(
            run("tokenize", "--vocabulary", path("voc"), "--output", path("ids"), "--join").err())
        .doesNotContain("finished already");
    assertThat(
            run("tokenize", "--vocabulary", path("voc"), "--output", path("ids"), "--join").err())
        .contains("finished already");
  }

  @Test
  void shouldTrainInParts() throws IOException {
    Files.writeString(root.resolve("in/b.jsonl"), "{\"text\":\"All land. Once.\"}\n");
    Files.writeString(root.resolve("in/c.parquet"), "broken");
    Ended whole = train("--min-word-count", "2");
    assertThat(whole.exitCode()).as(whole.err()).isEqualTo(ExitCode.QUARANTINED);
    Files.move(root.resolve("tok"), root.resolve("whole"));

    Ended second = train("--min-word-count", "2", "--part", "2/2", "--json");
    assertThat(second.exitCode()).as(second.err()).isZero();
    JsonNode counted = new ObjectMapper().readTree(second.out());
    assertThat(counted.path("read").path("documents").asInt()).isEqualTo(1);
    assertThat(counted.path("distinct_words").asInt()).isEqualTo(4);
    assertThat(second.err()).contains("sluice: quarantined: c.parquet: not a Parquet file");
    assertThat(second.err().lines().filter(line -> line.contains("join them")))
        .singleElement()
        .asString()
        .startsWith("sluice: when all parts are complete, join them: ./sluice train-tokenizer ")
        .contains(" --output " + path("tok") + " ")
        .endsWith(" --vocab-size 300 --min-word-count 2 --json --join");
    Ended early = train("--min-word-count", "2", "--join");
    assertThat(early.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(early.err()).contains("part 1/2 is missing");

    assertThat(train("--part", "1/2").out()).contains("- read: bytes ", "documents 20, ");
    assertThat(train("--part", "1/2").err())
        .contains("finished already: part 1/2 of " + path("tok"));
    Ended joined = train("--min-word-count", "2", "--join", "--html", path("page.html"));
    assertThat(joined.exitCode()).as(joined.err()).isEqualTo(ExitCode.QUARANTINED);
    assertThat(joined.out()).isEqualTo(whole.out());
    assertThat(root.resolve("page.html")).content().contains("<caption>Rare words</caption>");
    for (String file : List.of("tokenizer.json", "merges.txt", "report.json")) {
      assertThat(root.resolve("tok").resolve(file))
          .hasSameBinaryContentAs(root.resolve("whole").resolve(file));
    }
    assertThat(train("--min-word-count", "2", "--join").err()).contains("finished already");
  }

  @Test
  void shouldSayWhatIsWrongWithPartsBeforeItBegins() {
    assertThat(train("--part", "0/2", "--html", path("page.html")).err().lines())
        .containsExactly(
            "sluice: --part: 0/2: parts are numbered from 1/N to N/N, where N is at most"
                + " 100,000",
            "sluice: --html: needs all parts; pass this option with --join");
    assertThat(train("--part", "1/2", "--join").err())
        .contains("--join: must be used without --part, after all parts are complete");
    assertThat(train("--part", "1/2", "--work-dir", path("work")).err())
        .contains("--work-dir: can only be used with an output in an object store");
    assertThat(train("--join").err()).contains("holds no parts: run the command with --part 1/N");
    train();
    assertThat(train("--max-merges", "7", "--part", "1/2").err())
        .contains("holds a different result: it was started with max_merges \"none\"");
    assertThat(train("--part", "1/2").err()).contains("finished already: part 1/2 of");
  }

  @Test
  void shouldReportEveryProblemAtOnce() {
    Ended ended =
        run(
            "train-tokenizer",
            "--output",
            path("tok"),
            "--vocab-size",
            "259",
            "--threads",
            "0",
            "--memory",
            "1MiB",
            "--max-token-length",
            "1",
            "--max-document-size",
            "16M");

    assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ended.err().lines())
        .containsExactly(
            "sluice: --threads: 0 is too small; must be at least 1",
            "sluice: --max-document-size: \"16M\" is not a size such as 512MiB",
            "sluice: --memory: 1MiB is too small; must be at least 256MiB",
            "sluice: --vocab-size: 259 is too small: the 256 bytes and 4 special tokens need a"
                + " vocabulary of at least 260",
            "sluice: --max-token-length: 1 is too small; must be at least 2");
    assertThat(root.resolve("tok")).doesNotExist();
  }

  @Test
  void shouldNameTheColumnsThereAre() {
    Ended ended = run("vocabulary", "--output", path("x"), "--size", "2", "--text-column", "body");

    assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ended.err())
        .contains(
            "no object has a field body; the file has: text; if a different column holds the texts,"
                + " see --text-column; if the texts are in lists");
  }

  @Test
  void shouldRefuseWhatIsNoTokenizerAndNoOutput() {
    Ended none = run("tokenize", "--tokenizer", path("in"), "--count");
    Ended nowhere = run("tokenize", "--tokenizer", path("in"));

    assertThat(none.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(none.err()).contains("has no tokenizer.json");
    assertThat(nowhere.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(nowhere.err()).contains("specify --output DIR, or --count");
  }

  @Test
  void shouldFailWithoutTextAndListWhatWasQuarantined() throws IOException {
    Files.writeString(input.resolve("b.parquet"), "broken");
    Ended quarantined = run("vocabulary", "--output", path("voc"), "--size", "2");
    Files.writeString(input.resolve("a.jsonl"), "{\"text\":\"\"}\n");
    Files.delete(input.resolve("b.parquet"));
    Ended empty = run("train-tokenizer", "--output", path("tok"));

    assertThat(quarantined.exitCode()).isEqualTo(ExitCode.QUARANTINED);
    assertThat(quarantined.err())
        .contains("sluice: quarantined: 4.0/CC-MAIN-2024-10/b.parquet: not a Parquet file");
    assertThat(empty.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(empty.err()).contains("train-tokenizer: no text in 1 files");
  }
}
