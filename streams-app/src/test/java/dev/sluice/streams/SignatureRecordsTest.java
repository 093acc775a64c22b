package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Counters;
import dev.sluice.core.CurationRules;
import dev.sluice.core.DedupScope;
import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.OperatorRule;
import dev.sluice.operators.ParameterValue;
import dev.sluice.operators.neardup.NearDedup;
import dev.sluice.operators.neardup.NearDedupScope;
import dev.sluice.streams.gauge.TopologyGauge;
import dev.sluice.topics.record.EndOfUnit;
import dev.sluice.topics.record.Reject;
import dev.sluice.topics.record.RowSignatures;
import dev.sluice.topics.record.SignatureBlock;
import dev.sluice.topics.record.Watermark;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes to the topic of signatures, and what does not. */
class SignatureRecordsTest {
  private static final NearDedup NEAR = TestingSignatures.nearDedup(NearDedupScope.OUTPUT);
  private static final String UNIT = TestingDocument.UNIT;
  private static final Watermark WATERMARK =
      new Watermark(UNIT, 0, TestingDocument.FILE, 100, false);
  private static final TestingDocument LOW =
      TestingDocument.of("a", 1.5).withText("one two three four five six").fromRow(3);
  private static final TestingDocument HIGH =
      TestingDocument.of("b", 4).withText("a b c d e tail").fromRow(5);
  private static final TestingDocument SHORT =
      TestingDocument.of("c", 1.5).withText("word").fromRow(8);

  @TempDir private Path stateDir;

  private static CurationSettings settings(OperatorRule operators) {
    CurationRules rules = TestingCuration.rules(DedupScope.BUCKET);
    return TestingCuration.settings(TestingCuration.settings(rules, operators), NEAR);
  }

  private TestingCuration open(BoundOperator... operators) {
    return TestingCuration.open(stateDir, settings(TestingOperators.rule(1000, operators)));
  }

  private static void send(TestingCuration curation, TestingDocument document) {
    curation.send(
        document.id(), document.value(), TestingSignatures.headers(NEAR, List.of(document)));
  }

  private static void sendRows(TestingCuration curation, TestingDocument... documents) {
    List<TestingDocument> all = List.of(documents);
    curation.send(new byte[0], TestingDocument.selected(all), TestingSignatures.headers(NEAR, all));
  }

  private static Headers signatures(byte[] value) {
    return new RecordHeaders().add("dump", new byte[1]).add(RowSignatures.HEADER, value);
  }

  private static String reason(TestRecord<byte[], byte[]> reject) throws Exception {
    return Reject.parse(reject.value()).reason();
  }

  private static List<String> lines(TestingCuration curation) {
    List<TestRecord<byte[], byte[]>> records = curation.signatures();
    assertThat(records).extracting(TestRecord::key).allMatch(key -> key.length == 0);
    assertThat(records).extracting(record -> record.headers().toArray().length).containsOnly(0);
    return records.stream().map(record -> TestingSignatures.line(record.value())).toList();
  }

  /** The block that these documents of one file have. */
  private static String block(TestingDocument... documents) {
    return TestingSignatures.line(NEAR, List.of(documents)).findFirst().orElseThrow();
  }

  @Test
  void shouldBeTheTopologyOfTheGoldenFile() throws IOException {
    try (InputStream golden = getClass().getResourceAsStream("topology-near-dedup.txt")) {
      assertThat(
              CurationTopology.build(settings(TestingOperators.NONE), new TopologyGauge())
                  .describe())
          .hasToString(new String(golden.readAllBytes(), UTF_8));
    }
  }

  @Test
  void shouldSendABlockForARecordOfAllBuckets() throws Exception {
    try (TestingCuration curation = open()) {
      sendRows(curation, LOW, HIGH.inDump("unknown"), SHORT.inDump("unknown"));

      List<TestRecord<byte[], byte[]>> records = curation.signatures();
      assertThat(records)
          .extracting(record -> TestingSignatures.line(record.value()))
          .containsExactly(block(LOW, HIGH.inDump("unknown"), SHORT.inDump("unknown")));
      assertThat(SignatureBlock.parse(records.get(0).value()).rows())
          .extracting(SignatureBlock.Row::bucket)
          .containsExactly("low", "high", "low");
      assertThat(curation.curated("low")).hasSize(1);
      assertThat(curation.curated("high")).hasSize(1);
    }
  }

  @Test
  void shouldSendNoBlockOfNothing() {
    TestingDocument symbols = TestingDocument.of("d", 1.5).withText(". ; :");
    try (TestingCuration curation = open()) {
      send(curation, SHORT);
      send(curation, SHORT.fromRow(9));
      send(curation, symbols);
      sendRows(curation, LOW.withText("\n"), HIGH.withoutScore());

      assertThat(lines(curation)).containsExactly(block(SHORT), block(symbols));
    }
  }

  @Test
  void shouldTakeTheSignaturesOutOfTheHeaders() {
    TestingDocument invalid =
        TestingDocument.of("d", 1.5).withText(new byte[] {'a', (byte) 0xC0, 'b'});
    try (TestingCuration curation = open()) {
      send(curation, LOW);
      send(curation, invalid);
      sendRows(curation, HIGH);

      assertThat(curation.curated("low").get(0).headers().toArray())
          .extracting(Header::key)
          .containsExactly("dump", "bucket");
      for (TestRecord<byte[], byte[]> record :
          List.of(curation.rejects().get(0), curation.curated("high").get(0))) {
        assertThat(record.headers().toArray()).extracting(Header::key).containsExactly("dump");
      }
    }
  }

  @Test
  void shouldTrustTheSignaturesThatIngestSends() throws Exception {
    RowSignatures rows = new RowSignatures();
    rows.add(new byte[] {7, 5});
    try (TestingCuration curation = open()) {
      curation.send(LOW.id(), LOW.value(), signatures(rows.take()));

      byte[] sent =
          SignatureBlock.parse(curation.signatures().get(0).value()).rows().get(0).signature();
      assertThat(sent).containsExactly(7, 5);
    }
  }

  @Test
  void shouldRejectWhatHasNoSignaturesOrOthers() throws Exception {
    try (TestingCuration curation = open()) {
      curation.send(LOW);
      curation.send(LOW.id(), LOW.value(), signatures(null));
      curation.send(LOW.id(), LOW.value(), signatures(new byte[] {0, 0}));
      curation.send(LOW.id(), LOW.value(), signatures(new byte[] {2, 7}));
      curation.send(new byte[0], TestingDocument.selected(List.of(LOW)));
      assertThat(curation.signatures()).isEmpty();
      assertThat(curation.curated("low")).isEmpty();
      send(curation, LOW);

      assertThat(curation.documents("low")).hasSize(1);
      assertThat(lines(curation)).containsExactly(block(LOW));
      List<TestRecord<byte[], byte[]>> rejects = curation.rejects();
      assertThat(rejects).hasSize(5).allMatch(reject -> reject.headers().toArray().length == 0);
      String none = "malformed: the record lacks the signatures of its rows";
      assertThat(reason(rejects.get(0))).isEqualTo(none);
      assertThat(reason(rejects.get(1))).isEqualTo(none);
      assertThat(reason(rejects.get(2)))
          .startsWith(
              "malformed: header signatures does not hold exactly one signature for each of 1 rows:"
                  + " 1 bytes");
      assertThat(reason(rejects.get(3)))
          .startsWith(
              "malformed: header signatures does not hold exactly one signature for each of 1 rows:"
                  + " an invalid");
      assertThat(reason(rejects.get(4))).isEqualTo(none);
      assertThat(Reject.parse(rejects.get(0).value()).record()).isEqualTo(LOW.value());
    }
  }

  @Test
  void shouldSendWatermarksAndTheEndInTheirOrder() throws Exception {
    try (TestingCuration curation = open()) {
      send(curation, LOW);
      curation.send(new byte[0], WATERMARK.encode());
      send(curation, HIGH);
      curation.end(UNIT);
      curation.end(UNIT);
      curation.send(new byte[0], WATERMARK.encode());

      assertThat(lines(curation))
          .containsExactly(
              block(LOW), WATERMARK.toString(), block(HIGH), Watermark.end(UNIT, 0).toString());
      assertThat(curation.rejects()).isEmpty();
      assertThat(curation.curated("low"))
          .extracting(record -> EndOfUnit.matches(record.value()))
          .containsExactly(false, true);
    }
  }

  @Test
  void shouldSendTheFirstForgetRecordAndNoWatermarkOfItsUnits() {
    String other = "CC-MAIN-2024-18#1";
    Watermark alive = new Watermark(other, 0, TestingDocument.FILE, 4, false);
    try (TestingCuration curation = open()) {
      curation.forget("r1", TestingDocument.DUMP, UNIT);
      curation.forget("r1", TestingDocument.DUMP, UNIT);
      curation.send(new byte[0], WATERMARK.encode());
      curation.end(UNIT);
      curation.send(new byte[0], alive.encode());

      String forget =
          TestingCuration.forgetRecord("r1", TestingDocument.DUMP, UNIT).withIdsAlone().toString();
      assertThat(lines(curation)).containsExactly(forget, alive.toString());
    }
  }

  @Test
  void shouldRejectWatermarksThatIngestDoesNotSend() throws Exception {
    try (TestingCuration curation = open()) {
      curation.send(new byte[0], WATERMARK.forPartition(3).encode());
      curation.send(new byte[0], Watermark.end(UNIT, 0).encode());

      assertThat(curation.signatures()).isEmpty();
      List<TestRecord<byte[], byte[]>> rejects = curation.rejects();
      assertThat(reason(rejects.get(0)))
          .isEqualTo("malformed: a marker of partition 3 is in partition 0");
      assertThat(reason(rejects.get(1)))
          .isEqualTo(
              "malformed: the record is a watermark for the end of a unit, but lacks the unit's"
                  + " marker");
    }
  }

  @Test
  void shouldRejectWatermarksWithoutNearDeduplication() throws Exception {
    try (TestingCuration curation = TestingCuration.open(stateDir, DedupScope.BUCKET)) {
      curation.send(new byte[0], WATERMARK.encode());
      curation.send(LOW);
      curation.end(UNIT);

      assertThat(curation.signatures()).isEmpty();
      assertThat(curation.documents("low")).hasSize(1);
      assertThat(reason(curation.rejects().get(0)))
          .isEqualTo("malformed: the record is a watermark, although near-deduplication is off");
    }
  }

  @Test
  void shouldSignTheTextThatOperatorsReturn() {
    BoundOperator shorten =
        TestingOperators.of(
            "pattern",
            Map.of("pattern", ParameterValue.of("( tail)+"), "replacement", ParameterValue.of("")));
    BoundOperator drop = TestingOperators.of("word-count", Map.of("min", ParameterValue.of("2")));
    try (TestingCuration curation = open(shorten, drop)) {
      curation.send(
          HIGH.withText("a b c d e" + " tail".repeat(99)), // so that its length takes another byte
          SHORT,
          HIGH.fromRow(9).withText("another text that is much longer"),
          LOW);

      assertThat(lines(curation)).containsExactly(block(HIGH.withText("a b c d e")), block(LOW));
      assertThat(curation.rejects()).isEmpty();
    }
  }

  @Test
  void shouldNotTrustSignaturesOfTextsThatOperatorsChange() {
    BoundOperator shorten =
        TestingOperators.of(
            "pattern",
            Map.of("pattern", ParameterValue.of("( tail)+"), "replacement", ParameterValue.of("")));
    try (TestingCuration curation = open(shorten)) {
      send(curation, HIGH);
      send(curation, LOW);

      assertThat(lines(curation)).containsExactly(block(HIGH.withText("a b c d e")), block(LOW));
      assertThat(curation.curated("low").get(0).headers().toArray())
          .extracting(Header::key)
          .containsExactly("dump", "bucket");
    }
  }

  @Test
  void shouldCountWhatItKeepsAsBefore() throws Exception {
    try (TestingCuration curation = open()) {
      send(curation, LOW);
      send(curation, LOW.fromRow(4));
      curation.end(UNIT);

      Counters counted = curation.markers("low").get(0).curated();
      assertThat(counted.total("kept")).isEqualTo(1);
      assertThat(counted.total("duplicates_removed")).isEqualTo(1);
      assertThat(counted.ended()).isEqualTo(2);
    }
  }

  @Test
  void shouldSendNothingAgainThatWasProcessedBefore() {
    try (TestingCuration curation = open()) {
      send(curation, LOW);
      curation.send(new byte[0], WATERMARK.encode());
      curation.end(UNIT);
    }
    try (TestingCuration curation = open()) {
      send(curation, LOW); // the same offsets again
      curation.send(new byte[0], WATERMARK.encode());
      curation.end(UNIT);

      assertThat(curation.signatures()).isEmpty();
      send(curation, HIGH.inUnit("CC-MAIN-2024-18#1"));
      assertThat(lines(curation)).containsExactly(block(HIGH.inUnit("CC-MAIN-2024-18#1")));
    }
  }
}
