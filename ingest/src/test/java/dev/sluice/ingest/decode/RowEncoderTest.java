package dev.sluice.ingest.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Counters;
import dev.sluice.core.InputLosses;
import dev.sluice.core.Outcome;
import dev.sluice.core.RowJudge;
import dev.sluice.core.gauge.DropExample;
import dev.sluice.ingest.TestingSources;
import dev.sluice.ingest.TestingSources.Row;
import dev.sluice.ingest.decode.DecodePipeline.EncodedBatch;
import dev.sluice.ingest.source.TestingIngest;
import dev.sluice.ingest.source.TestingSteps;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.topics.Partitions;
import dev.sluice.topics.progress.UnitProgress;
import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.SelectedRows;
import dev.sluice.topics.record.SelectedRows.SelectedRow;
import dev.sluice.topics.record.TextDigest;
import dev.sluice.topics.record.TextLocation;
import dev.sluice.topics.record.TextPointer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowEncoderTest {
  private static final String DUMP = "CC-MAIN-2024-10";

  @TempDir Path root;
  private TestingIngest ingest;

  @BeforeEach
  void setUp() {
    ingest = TestingIngest.of(root);
  }

  /** What becomes of the rows: records in order, and what ingest counts. */
  private record Encoded(
      List<ProducerRecord<byte[], byte[]>> records,
      Counters counters,
      SortedMap<String, Long> losses) {
    DocumentRecord document(int index) throws Exception {
      return DocumentRecord.parse(records.get(index).value());
    }

    /** Rows in the records. */
    long rows() throws Exception {
      long rows = 0;
      for (ProducerRecord<byte[], byte[]> record : records) {
        rows +=
            SelectedRows.matches(record.value())
                ? SelectedRows.parse(record.value()).documents().size()
                : 1;
      }
      return rows;
    }

    long count(String dump, String bucket, String name) {
      return counters.of(new Counters.Key(dump, bucket, name));
    }
  }

  private static Encoded encode(TestingIngest with, List<Row> rows) throws Exception {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    Counters counters = new Counters();
    SortedMap<String, Long> losses = new TreeMap<>();
    for (EncodedBatch batch : batches(with, rows)) {
      records.addAll(batch.records());
      counters.merge(batch.counters());
      batch.losses().forEach((counter, lost) -> losses.merge(counter, lost, Long::sum));
    }
    return new Encoded(records, counters, losses);
  }

  private static List<EncodedBatch> batches(TestingIngest with, List<Row> rows) throws Exception {
    TestingSources.write(with.input().resolve("data/0.parquet"), rows, 100);
    List<EncodedBatch> batches = new ArrayList<>();
    UnitPlan plan = with.plan();
    UnitProgress from = UnitProgress.none(plan.unit().id(), "test");
    try (DecodePipeline pipeline = new DecodePipeline(with.settings(), plan, from)) {
      Optional<DecodePipeline.Step> step = pipeline.next();
      while (step.isPresent()) {
        if (step.get() instanceof DecodePipeline.Step.Rows taken) {
          batches.add(taken.batch());
        }
        step = pipeline.next();
      }
    }
    return batches;
  }

  private static Counters withJudged(TestingIngest with, Encoded encoded) throws Exception {
    Counters all = new Counters();
    all.merge(encoded.counters());
    RowJudge judge = new RowJudge(with.rules());
    for (ProducerRecord<byte[], byte[]> record : encoded.records()) {
      TestingSteps.judge(judge, with, record.value(), all);
    }
    assertThat(all.total(Counters.SENT)).isEqualTo(encoded.rows());
    for (String dump : all.dumps()) {
      Counters.Key sent = new Counters.Key(dump, Counters.NO_BUCKET, Counters.SENT);
      all.add(sent, -all.of(sent)); // the one counter that push-down changes
    }
    return all;
  }

  @ParameterizedTest
  @CsvSource({"1,RECORD", "2,RECORD", "3,RECORD", "1,SOURCE", "2,SOURCE", "3,SOURCE"})
  void shouldComeToTheSameCountersWithAndWithoutPushDown(long seed, TextLocation text)
      throws Exception {
    List<Row> rows = TestingSources.rows(seed, 1500);
    // Some of the texts are above this and stay in the source.
    TestingIngest with = ingest.withMaxDocumentBytes(700).withText(text);
    Encoded pushed = encode(with, rows);
    Encoded plain = encode(with.withPushDown(false), rows);

    Counters expected = withJudged(with, plain);

    assertThat(withJudged(with, pushed)).isEqualTo(expected);
    assertThat(expected.total(Counters.ROWS)).isEqualTo(1500).isEqualTo(expected.ended());
    assertThat(plain.rows()).isEqualTo(1500);
    assertThat(plain.counters().ended()).isZero();
    assertThat(pushed.rows()).isLessThan(1000);
    Set<Outcome> later =
        EnumSet.of(
            Outcome.INVALID_ROW, // only in JSON
            Outcome.OPERATOR_DROPPED,
            Outcome.REJECTED,
            Outcome.DUPLICATES_REMOVED,
            Outcome.NEAR_DUPLICATES_REMOVED,
            Outcome.TAKEN_DOWN);
    for (Outcome outcome : EnumSet.complementOf(EnumSet.copyOf(later))) {
      assertThat(expected.total(outcome.key())).as(outcome.key()).isPositive();
    }
    for (String counter : InputLosses.COUNTERS) {
      long lost = expected.total(counter);
      assertThat(pushed.losses().getOrDefault(counter, 0L)).as(counter).isEqualTo(lost);
      assertThat(plain.losses().getOrDefault(counter, 0L)).as(counter).isEqualTo(lost);
    }
    assertThat(expected.total("short_text")).isPositive();
    assertThat(expected.total("missing_id")).isPositive();
    assertThat(expected.total("score_above_max")).isPositive();
  }

  @Test
  void shouldSendTheSameRecordsOfWhatTravelsEitherWay() throws Exception {
    List<Row> rows = TestingSources.rows(4, 500);
    List<String> pushed = encode(ingest, rows).records().stream().map(TestingSteps::text).toList();
    List<String> plain =
        encode(ingest.withPushDown(false), rows).records().stream()
            .map(TestingSteps::text)
            .toList();

    assertThat(plain).containsSubsequence(pushed);
    assertThat(pushed).isNotEmpty();
  }

  @Test
  void shouldKeepExamplesOfRowsThatAreDroppedHere() throws Exception {
    List<Row> rows =
        List.of(Row.of("a", "passes", 4.5), Row.of("b", "too low", 1), Row.of("c", " ", 4.5));
    TestingSources.write(ingest.input().resolve("data/0.parquet"), rows, 100);
    IngestSettings settings = ingest.settings();
    UnitProgress from = UnitProgress.none(TestingIngest.UNIT.id(), "test");
    try (DecodePipeline pipeline = new DecodePipeline(settings, ingest.plan(), from)) {
      while (pipeline.next().isPresent()) {}
    }

    assertThat(settings.examples().byReason())
        .isEqualTo(
            Map.of(
                "filtered_out", List.of(example("b", 1, "too low")),
                "empty_text", List.of(example("c", 2, " "))));
  }

  private static DropExample example(String id, long row, String text) {
    return new DropExample(id, "data/0.parquet", row, Optional.of(text));
  }

  @Test
  void shouldSendARowAsItIs() throws Exception {
    Encoded encoded = encode(ingest, List.of(Row.of("an-id", "A text of \u20ac 5.", 4.5)));

    ProducerRecord<byte[], byte[]> record = encoded.records().get(0);
    assertThat(record.topic()).isEqualTo("test.documents");
    assertThat(record.key()).isEqualTo("an-id".getBytes(UTF_8));
    assertThat(record.partition())
        .isEqualTo(Partitions.of("an-id".getBytes(UTF_8), TestingIngest.PARTITIONS));
    assertThat(new String(record.headers().lastHeader("dump").value(), UTF_8)).isEqualTo(DUMP);
    assertThat(new String(record.headers().lastHeader("score").value(), UTF_8)).isEqualTo("4.5");
    DocumentRecord document = encoded.document(0);
    assertThat(document.unit()).isEqualTo(TestingIngest.UNIT.id());
    assertThat(document.file()).isEqualTo("data/0.parquet");
    assertThat(document.row()).isZero();
    assertThat(document.dump()).isEqualTo(DUMP);
    assertThat(document.score()).isEqualTo(4.5);
    assertThat(text(document)).isEqualTo("A text of \u20ac 5.");
  }

  private static String text(DocumentRecord document) {
    return new String(document.textBytes(), document.textOffset(), document.textLength(), UTF_8);
  }

  @Test
  void shouldSendTheRowsOfARowGroupAndPartitionInOneRecord() throws Exception {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      rows.add(Row.of("id-" + i, "A text of \u20ac " + i, 4.5));
    }

    List<ProducerRecord<byte[], byte[]>> records =
        encode(ingest.withText(TextLocation.SOURCE), rows).records();

    assertThat(records).hasSize(2 * TestingIngest.PARTITIONS); // row groups of 100 rows
    Set<Long> seen = new TreeSet<>();
    for (ProducerRecord<byte[], byte[]> record : records) {
      assertThat(record.key()).isEmpty();
      SelectedRows selected = SelectedRows.parse(record.value());
      assertThat(selected.file()).isEqualTo("data/0.parquet");
      for (SelectedRow row : selected.documents()) {
        assertThat(selected.rowGroup()).isEqualTo((int) row.row() / 100);
        byte[] text = ("A text of \u20ac " + row.row()).getBytes(UTF_8);
        assertThat(row.pointer())
            .contains(
                new TextPointer(
                    selected.rowGroup(), text.length, TextDigest.crc(text, 0, text.length), true));
        assertThat(Partitions.of(row.id(), TestingIngest.PARTITIONS)).isEqualTo(record.partition());
        seen.add(row.row());
      }
    }
    assertThat(seen).hasSize(150);
  }

  /**
   * A transaction must not grow with a row group, so a batch counts the texts that it stands for.
   */
  @Test
  void shouldCutALargeRowGroupByTheTextThatRowsStandFor() throws Exception {
    String megabyte = "x".repeat(1 << 20);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      rows.add(Row.of("id-" + i, megabyte, 4.5));
    }

    List<EncodedBatch> batches = batches(ingest.withText(TextLocation.SOURCE), rows);

    assertThat(batches).extracting(EncodedBatch::nextRow).containsExactly(8L, 16L, 20L);
    assertThat(batches.get(0).bytes()).isBetween(8L << 20, (8L << 20) + 1000);
  }

  @Test
  void shouldDeriveMissingIdsFromFileAndRow() throws Exception {
    Row sound = Row.of("an-id", "A text that is long enough.", 4.5);
    Row none = new Row(Optional.empty(), sound.text(), sound.score(), sound.dump());
    Row empty = new Row(Optional.of(""), sound.text(), sound.score(), sound.dump());

    Encoded encoded = encode(ingest, List.of(sound, none, sound, empty));

    assertThat(encoded.records())
        .extracting(record -> new String(record.key(), UTF_8))
        .containsExactly("an-id", "data/0.parquet#1", "an-id", "data/0.parquet#3");
    assertThat(encoded.count(DUMP, "", "missing_id")).isEqualTo(2);
  }

  /** So much of the id travels that the topology sees it, however long it is. */
  @Test
  void shouldSendARowWhoseIdIsTooLongToBeRejected() throws Exception {
    Encoded encoded =
        encode(
            ingest,
            List.of(
                Row.of("x".repeat(65_536), "A text that is long enough.", 4.5),
                Row.of("y".repeat(3_000_000), "A text that is long enough.", 4.5)));

    assertThat(encoded.records())
        .extracting(record -> record.key().length)
        .containsExactly(65_536, 65_537);
    assertThat(encoded.document(1).row()).isEqualTo(1);
    assertThat(encoded.document(1).id()).hasSize(65_537);
  }

  @Test
  void shouldFlagShortTextsOfRowsThatHaveAScoreAndAText() throws Exception {
    Row kept = Row.of("a", "123456789", 4.5);
    Row elsewhere = Row.of("b", "\u20ac\u20ac\u20ac\u20ac\u20ac\u20ac\u20ac\u20ac\u20ac", 1.0);
    Row longer = Row.of("c", "1234567890", 4.5);
    Row unscored = new Row(Optional.of("d"), kept.text(), OptionalDouble.empty(), kept.dump());

    Encoded encoded = encode(ingest, List.of(kept, elsewhere, longer, unscored));

    assertThat(encoded.count(DUMP, "", "short_text")).isEqualTo(2);
    assertThat(encoded.count(DUMP, "", "missing_score")).isEqualTo(1);
    assertThat(encoded.count(DUMP, "", "filtered_out")).isEqualTo(1);
  }

  @Test
  void shouldLeaveOversizeTextsInTheSource() throws Exception {
    String large = "x".repeat(1001);
    Row blank = Row.of("b", " ".repeat(1001), 4.5);
    TestingIngest with = ingest.withMaxDocumentBytes(1000).withPushDown(false);

    Encoded encoded =
        encode(
            with,
            List.of(
                Row.of("a", large, 4.5),
                blank,
                Row.of("c", "x".repeat(1000), 4.5),
                Row.of("d", large.substring(1) + "\u00e9", 4.5)));

    DocumentRecord pointing = encoded.document(0);
    TextPointer pointer = pointing.pointer().orElseThrow();
    assertThat(pointer.rowGroup()).isZero();
    assertThat(pointer.length()).isEqualTo(1001);
    assertThat(pointer.hash())
        .hasToString(
            HexFormat.of()
                .formatHex(MessageDigest.getInstance("SHA-256").digest(large.getBytes(UTF_8))));
    assertThat(pointer.wellFormed()).isTrue();
    assertThat(pointing.textLength()).isZero();
    // A blank text must not travel as a pointer: the topology could not see that it is blank.
    assertThat(encoded.document(1).pointer()).isEmpty();
    assertThat(encoded.document(1).hasBlankText()).isTrue();
    assertThat(encoded.document(2).pointer()).isEmpty();
    assertThat(encoded.document(3).pointer()).isPresent();
    assertThat(encoded.records())
        .allSatisfy(record -> assertThat(record.value().length).isLessThan(1300));
  }

  @Test
  void shouldSayThatAnOversizeTextIsNotUtf8() throws Exception {
    byte[] text = new byte[2000];
    java.util.Arrays.fill(text, (byte) 'x');
    text[1999] = (byte) 0xC3;
    Row row = Row.of("a", "", 4.5);

    Encoded encoded =
        encode(
            ingest.withMaxDocumentBytes(1000),
            List.of(new Row(row.id(), Optional.of(text), row.score(), row.dump())));

    assertThat(encoded.document(0).pointer().orElseThrow().wellFormed()).isFalse();
    assertThat(encoded.document(0).hasWellFormedText()).isFalse();
  }

  @Test
  void shouldScaleScoresBeforeTheRulesAndInTheRecord() throws Exception {
    String text = "A text that is long enough.";
    List<Row> rows =
        List.of(Row.of("a", text, 0.9), Row.of("b", text, 1.01), Row.of("c", text, 0.3));

    Encoded encoded = encode(ingest.withScoreScale(5), rows);

    assertThat(encoded.records()).hasSize(1);
    assertThat(encoded.document(0).score()).isEqualTo(4.5);
    assertThat(encoded.count(DUMP, "", "invalid_score")).isEqualTo(1);
    assertThat(encoded.count(DUMP, "", "score_above_max")).isEqualTo(1);
    assertThat(encoded.count(DUMP, "", "filtered_out")).isEqualTo(1);
  }

  @Test
  void shouldCountRowsOfWhateverNamesNoDumpAsUnknown() throws Exception {
    Row sound = Row.of("a", "A text that is long enough.", 4.5);
    Row foreign = new Row(sound.id(), sound.text(), sound.score(), Optional.of("../../etc"));
    Row none = new Row(sound.id(), sound.text(), sound.score(), Optional.empty());

    Encoded encoded = encode(ingest, List.of(sound, foreign, none));

    assertThat(encoded.count("unknown", "", "rows")).isEqualTo(2);
    assertThat(encoded.count(DUMP, "", "rows")).isEqualTo(1);
    assertThat(encoded.document(1).dump()).isEqualTo("unknown");
    assertThat(Files.exists(root.resolve("data/0.parquet"))).isTrue();
  }
}
