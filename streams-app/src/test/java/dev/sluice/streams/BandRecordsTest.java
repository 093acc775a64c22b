package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Counters;
import dev.sluice.core.CurationRules;
import dev.sluice.core.DedupScope;
import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.OperatorRule;
import dev.sluice.operators.ParameterValue;
import dev.sluice.operators.minhash.NearDedup;
import dev.sluice.operators.minhash.NearDedupScope;
import dev.sluice.streams.gauge.TopologyGauge;
import dev.sluice.topics.record.EndOfUnit;
import dev.sluice.topics.record.Reject;
import dev.sluice.topics.record.RowKeys;
import dev.sluice.topics.record.Watermark;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes to the topic of keys, and what does not. */
class BandRecordsTest {
  private static final NearDedup NEAR = TestingKeys.nearDedup(NearDedupScope.OUTPUT);
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
    curation.send(document.id(), document.value(), TestingKeys.headers(NEAR, List.of(document)));
  }

  private static void sendRows(TestingCuration curation, TestingDocument... documents) {
    List<TestingDocument> all = List.of(documents);
    curation.send(new byte[0], TestingDocument.selected(all), TestingKeys.headers(NEAR, all));
  }

  private static Headers keys(byte[] value) {
    return new RecordHeaders().add("dump", new byte[1]).add(RowKeys.HEADER, value);
  }

  private static String reason(TestRecord<byte[], byte[]> reject) throws Exception {
    return Reject.parse(reject.value()).reason();
  }

  /** The records of each band, as lines. */
  private static List<List<String>> lines(TestingCuration curation) {
    List<ProducerRecord<byte[], byte[]>> records = curation.bands();
    assertThat(records).extracting(ProducerRecord::key).allMatch(key -> key.length == 0);
    assertThat(records).extracting(record -> record.headers().toArray().length).containsOnly(0);
    return IntStream.range(0, TestingKeys.BANDS)
        .mapToObj(
            band ->
                records.stream()
                    .filter(record -> record.partition() == band)
                    .map(record -> TestingKeys.line(record.value()))
                    .toList())
        .toList();
  }

  /** The blocks that these documents of one file have, by band. */
  private static List<List<String>> blocks(TestingDocument... documents) {
    List<TestingKeys.Signed> signed = TestingKeys.Signed.all(NEAR, List.of(documents));
    return IntStream.range(0, TestingKeys.BANDS)
        .mapToObj(band -> TestingKeys.line(band, signed).toList())
        .toList();
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
  void shouldSendABlockOfEachBandForARecordOfAllBuckets() {
    try (TestingCuration curation = open()) {
      sendRows(curation, LOW, HIGH.inDump("unknown"), SHORT.inDump("unknown"));

      List<List<String>> lines = lines(curation);
      assertThat(lines).isEqualTo(blocks(LOW, HIGH.inDump("unknown"), SHORT.inDump("unknown")));
      assertThat(lines).allMatch(band -> band.size() == 1);
      assertThat(curation.curated("low")).hasSize(1);
      assertThat(curation.curated("high")).hasSize(1);
    }
  }

  @Test
  void shouldNameOnlyTheDumpsOfDocumentsInTheBand() {
    try (TestingCuration curation = open()) {
      sendRows(curation, LOW, HIGH, SHORT.inDump("unknown"));

      List<List<String>> lines = lines(curation);
      assertThat(lines.get(0).get(0)).contains("[CC-MAIN-2024-10, unknown]");
      assertThat(lines.get(1).get(0)).contains("[CC-MAIN-2024-10]");
    }
  }

  @Test
  void shouldSendNoBlockOfNothing() {
    try (TestingCuration curation = open()) {
      send(curation, SHORT);
      send(curation, SHORT.fromRow(9));
      send(curation, TestingDocument.of("d", 1.5).withText(". ; !"));
      sendRows(curation, LOW.withText("\n"), HIGH.withoutScore());

      assertThat(lines(curation)).isEqualTo(blocks(SHORT));
    }
  }

  @Test
  void shouldTakeTheKeysOutOfTheHeaders() {
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
  void shouldTrustTheKeysThatIngestSends() {
    RowKeys keys = new RowKeys();
    keys.add(new long[] {(1L << 48) - 1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}, 14);
    try (TestingCuration curation = open()) {
      curation.send(LOW.id(), LOW.value(), keys(keys.take()));

      assertThat(lines(curation))
          .extracting(band -> band.get(0))
          .extracting(line -> line.substring(line.indexOf('=') + 1))
          .startsWith("281474976710655]", "0]", "2]", "3]")
          .endsWith("12]", "13]");
    }
  }

  @Test
  void shouldRejectWhatHasNoKeysOrOthers() throws Exception {
    RowKeys two = new RowKeys();
    two.add(new long[] {1, 2}, 2);
    byte[] wrongBands = two.take();
    try (TestingCuration curation = open()) {
      curation.send(LOW);
      curation.send(LOW.id(), LOW.value(), keys(null));
      curation.send(LOW.id(), LOW.value(), keys(new byte[] {0, 0}));
      curation.send(LOW.id(), LOW.value(), keys(new byte[] {1, 7}));
      curation.send(LOW.id(), LOW.value(), keys(wrongBands));
      curation.send(new byte[0], TestingDocument.selected(List.of(LOW)));
      assertThat(curation.bands()).isEmpty();
      assertThat(curation.curated("low")).isEmpty();
      send(curation, LOW);

      assertThat(curation.documents("low")).hasSize(1);
      assertThat(lines(curation)).isEqualTo(blocks(LOW));
      List<TestRecord<byte[], byte[]>> rejects = curation.rejects();
      assertThat(rejects).hasSize(6).allMatch(reject -> reject.headers().toArray().length == 0);
      assertThat(reason(rejects.get(0)))
          .isEqualTo("malformed: the header with the keys of the rows is missing");
      assertThat(reason(rejects.get(1)))
          .isEqualTo("malformed: the header with the keys of the rows is missing");
      assertThat(reason(rejects.get(2))).isEqualTo("malformed: keys of more than 1 rows");
      assertThat(reason(rejects.get(3))).startsWith("malformed: the keys are truncated");
      assertThat(reason(rejects.get(4)))
          .isEqualTo("malformed: a row has 2 keys, but there are 14 bands");
      assertThat(reason(rejects.get(5)))
          .isEqualTo("malformed: the header with the keys of the rows is missing");
      assertThat(Reject.parse(rejects.get(0).value()).record()).isEqualTo(LOW.value());
    }
  }

  @Test
  void shouldSendWatermarksAndTheEndToEveryBandInTheirOrder() throws Exception {
    try (TestingCuration curation = open()) {
      send(curation, LOW);
      curation.send(new byte[0], WATERMARK.encode());
      send(curation, HIGH);
      curation.end(UNIT);
      curation.end(UNIT);
      curation.send(new byte[0], WATERMARK.encode());

      List<List<String>> lines = lines(curation);
      for (int band = 0; band < TestingKeys.BANDS; band++) {
        assertThat(lines.get(band))
            .containsExactly(
                blocks(LOW).get(band).get(0),
                WATERMARK.toString(),
                blocks(HIGH).get(band).get(0),
                Watermark.end(UNIT, 0).toString());
      }
      assertThat(curation.rejects()).isEmpty();
      assertThat(curation.curated("low"))
          .extracting(record -> EndOfUnit.matches(record.value()))
          .containsExactly(false, true);
    }
  }

  @Test
  void shouldSendTheFirstForgetRecordToEveryBandAndNoWatermarkOfItsUnits() {
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
      assertThat(lines(curation))
          .hasSize(TestingKeys.BANDS)
          .containsOnly(List.of(forget, alive.toString()));
    }
  }

  @Test
  void shouldRejectWatermarksThatIngestDoesNotSend() throws Exception {
    try (TestingCuration curation = open()) {
      curation.send(new byte[0], WATERMARK.forPartition(3).encode());
      curation.send(new byte[0], Watermark.end(UNIT, 0).encode());

      assertThat(curation.bands()).isEmpty();
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

      assertThat(curation.bands()).isEmpty();
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

      List<List<String>> expected =
          IntStream.range(0, TestingKeys.BANDS)
              .mapToObj(
                  band ->
                      Stream.of(HIGH.withText("a b c d e"), LOW)
                          .flatMap(
                              each ->
                                  TestingKeys.line(
                                      band, TestingKeys.Signed.all(NEAR, List.of(each))))
                          .toList())
              .toList();
      assertThat(lines(curation)).isEqualTo(expected);
      assertThat(curation.rejects()).isEmpty();
    }
  }

  @Test
  void shouldNotTrustKeysOfTextsThatOperatorsChange() {
    BoundOperator shorten =
        TestingOperators.of(
            "pattern",
            Map.of("pattern", ParameterValue.of("( tail)+"), "replacement", ParameterValue.of("")));
    try (TestingCuration curation = open(shorten)) {
      send(curation, HIGH);
      send(curation, LOW);

      assertThat(lines(curation).get(0))
          .containsExactly(
              blocks(HIGH.withText("a b c d e")).get(0).get(0), blocks(LOW).get(0).get(0));
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

      assertThat(curation.bands()).isEmpty();
      send(curation, HIGH.inUnit("CC-MAIN-2024-18#1"));
      assertThat(lines(curation)).isEqualTo(blocks(HIGH.inUnit("CC-MAIN-2024-18#1")));
    }
  }
}
