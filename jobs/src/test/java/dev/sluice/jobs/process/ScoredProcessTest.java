package dev.sluice.jobs.process;

import static dev.sluice.jobs.text.TestingRefusals.assertRefusal;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.documents.TestingDocuments;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.TestingParts;
import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.OperatorChain;
import dev.sluice.operators.ParameterValue;
import dev.sluice.operators.score.BoundScorer;
import dev.sluice.operators.score.Scorers;
import dev.sluice.storage.table.TableFormat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scores as columns. */
class ScoredProcessTest {
  /** What fastText's own library gives {@code water} with this model, for hq and lq. */
  private static final String HQ = "0.1131323054432869";

  private static final String LQ = "0.8868877291679382";

  @TempDir private Path directory;

  private Path input;
  private Path output;
  private Path model;

  @BeforeEach
  void copyModel() throws IOException {
    input = Files.createDirectories(directory.resolve("in"));
    output = directory.resolve("out");
    model = directory.resolve("words.bin");
    try (InputStream in = ScoredProcessTest.class.getResourceAsStream("words.bin")) {
      Files.write(model, in.readAllBytes());
    }
  }

  private BoundScorer scorer(String column, String... more) {
    Map<String, ParameterValue> given = new HashMap<>();
    given.put("model", ParameterValue.of(model.toString()));
    given.put("label", ParameterValue.of("hq"));
    given.put("column", ParameterValue.of(column));
    for (int i = 0; i < more.length; i += 2) {
      given.put(more[i], ParameterValue.of(more[i + 1]));
    }
    List<String> problems = new ArrayList<>();
    Optional<BoundOperator> bound =
        Scorers.registry()
            .bind("fasttext", given, "here", (what, where, message) -> problems.add(message));
    assertThat(problems).isEmpty();
    return new BoundScorer(bound.orElseThrow());
  }

  private ProcessRequest request(List<BoundScorer> scorers, BoundOperator... operators) {
    return new ProcessRequest(
        List.of(input.toString()),
        output,
        "",
        new OperatorChain(List.of(operators)),
        scorers,
        new DocumentColumns("text", "id", 1 << 20),
        0,
        TableFormat.LEVEL,
        2,
        1L << 30);
  }

  private static JsonNode run(ProcessRequest request) throws Exception {
    return ProcessJob.run(request, JobProgress.NONE).report();
  }

  private void writeParquet() throws IOException {
    new TestingDocuments()
        .add("water")
        .add(" \n ")
        .add("Water offer theory click but")
        .write(input.resolve("a.parquet"), 2);
  }

  @Test
  void shouldWriteAColumnOfScoresBehindTheOthers() throws Exception {
    writeParquet();
    JsonNode report = run(request(List.of(scorer("hq"), scorer("lq", "label", "__label__lq"))));
    List<String> rows = TestingDocuments.rows(output.resolve("a.parquet"));
    assertThat(rows).hasSize(3);
    assertThat(rows.get(0)).endsWith("\"tags\":[],\"hq\":%s,\"lq\":%s}".formatted(HQ, LQ));
    assertThat(rows.get(1)).endsWith("\"tags\":[],\"hq\":null,\"lq\":null}");
    assertThat(report.path("scorers").get(1).path("arguments").path("label").asText())
        .isEqualTo("__label__lq");
    assertThat(report.path("scorers").get(0).path("arguments").path("sha256").asText()).hasSize(64);
    assertThat(report.toString()).doesNotContain("words.bin");
  }

  @Test
  void shouldScoreTheTextOfTheInputAndLetFiltersReadIt() throws Exception {
    writeParquet();
    BoundOperator cut = ProcessJobTest.operator("lowercase", Map.of());
    BoundOperator range =
        ProcessJobTest.operator(
            "field-range",
            Map.of("field", ParameterValue.of("hq"), "max", ParameterValue.of("0.2")));
    JsonNode report = run(request(List.of(scorer("hq")), cut, range));
    assertThat(TestingDocuments.rows(output.resolve("a.parquet")))
        .singleElement()
        .asString()
        .contains("\"text\":\"water\"")
        .endsWith("\"hq\":" + HQ + "}");
    assertThat(report.path("operators").get(1).path("dropped").toString())
        .isEqualTo("{\"above_range\":1,\"missing_field\":1}");
  }

  /** The last four bytes are a number of the matrix that answers. */
  @Test
  void shouldEndWhereAModelAnswersWhatIsNoNumber() throws Exception {
    writeParquet();
    byte[] bytes = Files.readAllBytes(model);
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putFloat(bytes.length - 4, Float.NaN);
    Files.write(model, bytes);
    assertThatThrownBy(() -> run(request(List.of(scorer("hq")))))
        .hasStackTraceContaining(
            "model %s returns NaN for a text of 5 bytes; must be a finite".formatted(model));
    assertThat(output.resolve("a.parquet")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 64})
  void shouldScoreInPartsAsInOneProcess(int parts) throws Exception {
    TestingParts.write(input, 12);
    writeParquet();
    BoundOperator range =
        ProcessJobTest.operator(
            "field-range",
            Map.of("field", ParameterValue.of("hq"), "max", ParameterValue.of("0.5")));
    ProcessRequest request = request(List.of(scorer("hq"), scorer("lq", "label", "lq")), range);
    Path whole = directory.resolve("whole");
    JsonNode expected = run(request.into(whole));
    TestingParts.inAnyOrder(parts, task -> ProcessJob.run(request, task, JobProgress.NONE));
    assertThat(ProcessJob.join(output, Optional.of(request), TestingParts.VERSION).report())
        .isEqualTo(expected);
    assertThat(TestingParts.content(output)).isEqualTo(TestingParts.content(whole));
    assertThat(TestingDocuments.rows(output.resolve("a.parquet")))
        .anySatisfy(row -> assertThat(row).endsWith("\"hq\":%s,\"lq\":%s}".formatted(HQ, LQ)));
  }

  /** The model decides the bytes, so its content is compared, wherever it lies. */
  @Test
  void shouldRefuseAPartWithAnotherScorer() throws Exception {
    TestingParts.write(input, 4);
    ProcessRequest first = request(List.of(scorer("hq")));
    ProcessRequest other = request(List.of(scorer("hq", "label", "lq")));
    ProcessJob.run(first, TestingParts.task(1, 2), JobProgress.NONE);
    assertRefusal(
        () -> ProcessJob.run(other, TestingParts.task(2, 2), JobProgress.NONE), "scorers.0");
    Path moved = directory.resolve("moved.bin");
    Files.move(model, moved);
    model = moved;
    ProcessRequest same = request(List.of(scorer("hq")));
    ProcessJob.run(same, TestingParts.task(2, 2), JobProgress.NONE);
    assertThat(ProcessJob.join(output, Optional.of(same), TestingParts.VERSION).finishedBefore())
        .isFalse();
  }

  @Test
  void shouldPutScoresBeforeTheBraceThatEndsAnObject() throws Exception {
    Files.writeString(
        input.resolve("a.jsonl"),
        """
        {"text": "water", "o": {"}": 1}} \t
        {"text": "water UNKNOWN"}
        {"text": " ", "x": "}"}
        {"text": "water", "hq": 1}
        """);
    JsonNode report =
        run(request(List.of(scorer("hq")), ProcessJobTest.operator("lowercase", Map.of())));
    assertThat(Files.readString(output.resolve("a.jsonl")))
        .isEqualTo(
            """
            {"text": "water", "o": {"}": 1},"hq":%s} \t
            {"text": "water unknown","hq":%s}
            {"text": " ", "x": "}","hq":null}
            """
                .formatted(HQ, HQ));
    assertThat(report.path("rejected").path("column_present").asInt()).isEqualTo(1);
  }

  @Test
  void shouldRefuseAColumnThatFilesHave() throws Exception {
    writeParquet();
    assertRefusal(
        () -> run(request(List.of(scorer("score")))),
        "the file already has a column score",
        "column: NAME");
  }

  @Test
  void shouldContinueOnlyWithTheSameModelWhereverItIs() throws Exception {
    writeParquet();
    run(request(List.of(scorer("hq"))));
    model = Files.move(model, directory.resolve("moved.bin"));
    assertThat(ProcessJob.run(request(List.of(scorer("hq"))), JobProgress.NONE).finishedBefore())
        .isTrue();
    byte[] bytes = Files.readAllBytes(model);
    bytes[bytes.length - 1] ^= 1;
    Files.write(model, bytes);
    assertRefusal(() -> run(request(List.of(scorer("hq")))), "sha256");
  }

  @Test
  void shouldRefuseAModelThatIsReplacedBeforeItIsOpened() throws Exception {
    writeParquet();
    BoundScorer bound = scorer("hq");
    byte[] bytes = Files.readAllBytes(model);
    bytes[bytes.length - 1] ^= 1;
    Files.write(model, bytes);
    assertRefusal(() -> run(request(List.of(bound))), "has the SHA-256");
  }

  @Test
  void shouldRefuseModelsThatCannotBeUsedAllAtOnce() throws Exception {
    writeParquet();
    BoundScorer absent = scorer("a", "sha256", "0".repeat(64), "model", directory + "/none.bin");
    BoundScorer other = scorer("b", "sha256", "0".repeat(64));
    BoundScorer label = scorer("c", "label", "hp");
    assertRefusal(
        () -> run(request(List.of(absent, other, label))),
        "scorers.0.fasttext.model: " + directory + "/none.bin does not exist",
        "scorers.1.fasttext.model: ",
        "must be 000000",
        "scorers.2.fasttext.label: the model has no label \"hp\"");
    Files.write(model, "PAR1".getBytes(UTF_8));
    assertThatThrownBy(() -> run(request(List.of(scorer("d")))))
        .hasMessageContaining("is not a fastText model");
    BoundScorer folder = scorer("e", "sha256", "0".repeat(64), "model", directory.toString());
    assertThatThrownBy(() -> run(request(List.of(folder))))
        .hasMessageContaining("scorers.0.fasttext.model: " + directory + ": Is a directory");
  }
}
