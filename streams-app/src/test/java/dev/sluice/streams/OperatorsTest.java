package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.Counters;
import dev.sluice.core.DedupScope;
import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.Decision;
import dev.sluice.operators.FieldValue;
import dev.sluice.operators.OperatorRule;
import dev.sluice.operators.ParameterValue;
import dev.sluice.streams.gauge.TopologyGauge;
import dev.sluice.topics.record.DocumentEncoder;
import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.EndOfUnit;
import dev.sluice.topics.record.Reject;
import dev.sluice.topics.record.TextDigest;
import dev.sluice.topics.record.TextPointer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperatorsTest {
  private static final BoundOperator LOWERCASE = TestingOperators.of("lowercase", Map.of());
  private static final BoundOperator TWO_WORDS =
      TestingOperators.of("word-count", Map.of("min", ParameterValue.of("2")));
  private static final BoundOperator FAILING =
      TestingOperators.deciding(
          "failing",
          document ->
              document.text().string().contains("bad")
                  ? new Decision.Failed("it is bad")
                  : Decision.KEPT);

  @TempDir private Path stateDir;

  private TestingCuration open(BoundOperator... operators) {
    return open(TestingOperators.rule(1000, operators));
  }

  private TestingCuration open(OperatorRule operators) {
    return TestingCuration.open(
        stateDir, TestingCuration.settings(TestingCuration.rules(DedupScope.BUCKET), operators));
  }

  private static Counters counted(TestingCuration curation, String bucket) throws Exception {
    curation.end(TestingDocument.UNIT);
    Counters counters = new Counters();
    for (EndOfUnit marker : curation.markers(bucket)) {
      counters.merge(marker.curated());
    }
    return counters;
  }

  @Test
  void shouldBeTheTopologyOfTheGoldenFile() throws IOException {
    try (InputStream golden = getClass().getResourceAsStream("topology-operators.txt")) {
      assertThat(
              CurationTopology.build(
                      TestingCuration.settings(
                          TestingCuration.rules(DedupScope.BUCKET),
                          TestingOperators.rule(1000, LOWERCASE)),
                      new TopologyGauge())
                  .describe())
          .hasToString(new String(golden.readAllBytes(), UTF_8));
    }
  }

  @Test
  void shouldPutTheNewTextInPlaceOfTheOld() {
    TestingDocument document = TestingDocument.of("a", 1.5).withText("Ein SATZ mit Ä").fromRow(7);
    TestingDocument unchanged = TestingDocument.of("b", 1.5).withText("ein satz");
    try (TestingCuration curation = open(LOWERCASE)) {
      curation.send(document, unchanged);

      List<TestRecord<byte[], byte[]>> records = curation.curated("low");
      assertThat(records)
          .extracting(TestRecord::value)
          .containsExactly(document.withText("ein satz mit ä").value(), unchanged.value());
      assertThat(records.get(0).key()).isEqualTo(document.id());
      assertThat(records.get(0).headers().toArray())
          .extracting(Header::key)
          .containsExactly("dump", "bucket");
    }
  }

  @Test
  void shouldKeepATextThatOperatorsEmpty() throws Exception {
    BoundOperator nothing =
        TestingOperators.of(
            "pattern",
            Map.of("pattern", ParameterValue.of("(?s).*"), "replacement", ParameterValue.of("")));
    TestingDocument document = TestingDocument.of("a", 1.5).withText("all of it");
    try (TestingCuration curation = open(nothing)) {
      curation.send(document);

      assertThat(curation.documents("low")).containsExactly(document.withText("").value());
      assertThat(counted(curation, "low").total("kept")).isEqualTo(1);
    }
  }

  @Test
  void shouldCountWhatIsDroppedByOperatorAndReason() throws Exception {
    try (TestingCuration curation = open(LOWERCASE, TWO_WORDS, LOWERCASE, TWO_WORDS)) {
      curation.send(
          TestingDocument.of("a", 1.5).withText("one"),
          TestingDocument.of("b", 1.5).withText("Two words"),
          TestingDocument.of("c", 1.5).withText("Third").inDump("unknown"));

      assertThat(curation.rejects()).isEmpty();
      Counters counters = counted(curation, "low");
      assertThat(counters.ended()).isEqualTo(3);
      assertThat(counters.total("operator_dropped")).isEqualTo(2);
      assertThat(counters.ofDump("unknown").total("operator_dropped")).isEqualTo(1);
      assertThat(counters.details()).hasToString("{operator_dropped={word-count:too_few_words=2}}");
    }
  }

  @Test
  void shouldRejectTheOriginalOfWhatAnOperatorFailsOn() throws Exception {
    TestingDocument bad = TestingDocument.of("b", 1.5).withText("BAD one");
    TestingDocument good = TestingDocument.of("c", 1.5).withText("GOOD one");
    try (TestingCuration curation = open(LOWERCASE, FAILING)) {
      curation.send(TestingDocument.of("a", 0.5), bad, good);

      TestRecord<byte[], byte[]> record = curation.rejects().get(0);
      Reject reject = Reject.parse(record.value());
      assertThat(record.key()).isEqualTo(bad.id());
      assertThat(reject.record()).isEqualTo(bad.value());
      assertThat(reject.reason()).isEqualTo("rejected: failing: it is bad");
      assertThat(reject.offset()).isEqualTo(1);
      assertThat(record.headers().lastHeader("operator").value()).asString().isEqualTo("failing");
      assertThat(curation.documents("low")).containsExactly(good.withText("good one").value());
      Counters counters = counted(curation, "low");
      assertThat(counters.total("rejected")).isEqualTo(1);
      assertThat(counters.details()).hasToString("{rejected={failing=1}}");
    }
  }

  @Test
  void shouldNotRememberTheIdOfADocumentThatIsDropped() throws Exception {
    TestingDocument second = TestingDocument.of("a", 1.5).withText("two words").fromRow(1);
    try (TestingCuration curation = open(TWO_WORDS)) {
      curation.send(TestingDocument.of("a", 1.5).withText("one"), second);

      assertThat(curation.documents("low")).containsExactly(second.value());
    }
  }

  @Test
  void shouldJudgeTheTextOfTheSourceFirst() throws Exception {
    List<String> seen = new ArrayList<>();
    BoundOperator watching =
        TestingOperators.deciding(
            "watching",
            document -> {
              seen.add(document.id());
              return Decision.KEPT;
            });
    try (TestingCuration curation = open(watching)) {
      curation.send(
          TestingDocument.of("score", 5.5),
          TestingDocument.of("blank", 1.5).withText("\n"),
          TestingDocument.of("bucket", 0.5),
          TestingDocument.of("sampling", 2.5),
          TestingDocument.of("text", 1.5).withText(new byte[] {(byte) 0xC0}),
          TestingDocument.of("ä", 1.5));
    }
    assertThat(seen).containsExactly("ä");
  }

  @Test
  void shouldShowTheColumnsThatTravel() {
    List<String> seen = new ArrayList<>();
    BoundOperator watching =
        TestingOperators.deciding(
            "watching",
            document -> {
              for (String column : List.of("id", "score", "dump", "url")) {
                seen.add(document.fields().find(column).map(FieldValue::text).orElse("-"));
              }
              return Decision.KEPT;
            });
    try (TestingCuration curation = open(watching)) {
      curation.send(TestingDocument.of("a", 1.5));
    }
    assertThat(seen).containsExactly("a", "1.5", TestingDocument.DUMP, "-");
  }

  @Test
  void shouldRejectATextThatDidNotTravel() throws Exception {
    byte[] id = "a".getBytes(UTF_8);
    byte[] value =
        new DocumentEncoder(TestingDocument.UNIT, "data/a.parquet")
            .encode(
                new DocumentEncoder.Head(3, TestingDocument.DUMP, OptionalDouble.of(1.5)),
                id,
                new TextPointer(0, 5_000_000, TextDigest.sha256(id, 0, id.length), true));
    try (TestingCuration curation = open(LOWERCASE)) {
      curation.send(id, value);

      Reject reject = Reject.parse(curation.rejects().get(0).value());
      assertThat(reject.reason())
          .startsWith("rejected: oversize_text: the text has 5,000,000 bytes");
      assertThat(DocumentRecord.parse(reject.record()).row()).isEqualTo(3);
      assertThat(counted(curation, "low").details()).hasToString("{rejected={oversize_text=1}}");
    }
  }

  @Test
  void shouldRejectATextThatGrowsTooLarge() throws Exception {
    BoundOperator numbers = TestingOperators.of("numbers", Map.of());
    TestingDocument document = TestingDocument.of("a", 1.5).withText("1 ".repeat(200));
    TestingDocument small = TestingDocument.of("b", 1.5).withText("1 ".repeat(100));
    try (TestingCuration curation = open(numbers)) {
      curation.send(document, small);

      assertThat(Reject.parse(curation.rejects().get(0).value()).reason())
          .isEqualTo("rejected: numbers: its result is longer than the maximum of 1,000 bytes");
      assertThat(curation.documents("low"))
          .containsExactly(small.withText("<NUM> ".repeat(100)).value());
      SortedMap<String, Long> rejected = counted(curation, "low").details().get("rejected");
      assertThat(rejected).containsExactly(Map.entry("numbers", 1L));
    }
  }

  @Test
  void shouldStopWhenMemoryRunsOut() {
    BoundOperator greedy =
        TestingOperators.deciding(
            "greedy",
            document -> {
              throw new OutOfMemoryError("for a test");
            });
    try (TestingCuration curation = open(greedy)) {
      assertThatThrownBy(() -> curation.send(TestingDocument.of("a", 1.5)))
          .hasStackTraceContaining("OutOfMemoryError");
      assertThat(curation.rejects()).isEmpty();
    }
  }
}
