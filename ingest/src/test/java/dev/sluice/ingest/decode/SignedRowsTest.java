package dev.sluice.ingest.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.algorithms.neardup.Signature;
import dev.sluice.core.RowJudge;
import dev.sluice.ingest.TestingSources;
import dev.sluice.ingest.TestingSources.Row;
import dev.sluice.ingest.source.TestingIngest;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.operators.neardup.NearDedup;
import dev.sluice.operators.neardup.NearDedupScope;
import dev.sluice.operators.neardup.TextSigner;
import dev.sluice.topics.progress.ListedFile;
import dev.sluice.topics.progress.UnitProgress;
import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.RowSignatures;
import dev.sluice.topics.record.SelectedRows;
import dev.sluice.topics.record.TextLocation;
import dev.sluice.topics.record.TopicDocument;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The keys of rows in the headers of records, compared with those that each text gets by itself.
 */
class SignedRowsTest {
  private static final int LARGE = 700;

  @TempDir private Path root;

  private static NearDedup rule(NearDedupScope scope) {
    return new NearDedup(scope, 0.95, 0.3);
  }

  /** Rows of every kind, and texts shorter than a shingle, without words, and too large. */
  private static List<Row> rows() {
    List<Row> rows = new ArrayList<>(TestingSources.rows(5, 600));
    for (int i = 0; i < 20; i++) {
      rows.add(Row.of("few-" + i, "only three words", 4.5));
      rows.add(Row.of("none-" + i, "??? ... ;;", 4.5));
      rows.add(
          Row.of("large-" + i, "a large text with many words of row " + i + " ".repeat(900), 4.5));
      rows.add(Row.of("dropped-" + i, "a text with many words that is not good enough", 1));
    }
    return rows;
  }

  private List<ProducerRecord<byte[], byte[]>> encode(TestingIngest with, UnitPlan plan)
      throws Exception {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    UnitProgress from = UnitProgress.none(plan.unit().id(), "test");
    try (DecodePipeline pipeline = new DecodePipeline(with.settings(), plan, from)) {
      Optional<DecodePipeline.Step> step = pipeline.next();
      while (step.isPresent()) {
        if (step.get() instanceof DecodePipeline.Step.Rows taken) {
          records.addAll(taken.batch().records());
        }
        step = pipeline.next();
      }
    }
    return records;
  }

  /** The signatures in the headers, by row. */
  private static SortedMap<Long, String> carried(List<ProducerRecord<byte[], byte[]>> records)
      throws Exception {
    SortedMap<Long, String> carried = new TreeMap<>();
    for (ProducerRecord<byte[], byte[]> record : records) {
      List<? extends TopicDocument> documents = documents(record);
      List<Header> headers = new ArrayList<>();
      record.headers().headers(RowSignatures.HEADER).forEach(headers::add);
      assertThat(headers).hasSize(1);
      byte[][] signatures = RowSignatures.parse(headers.get(0).value(), documents.size());
      for (int i = 0; i < signatures.length; i++) {
        carried.put(documents.get(i).row(), HexFormat.of().formatHex(signatures[i]));
      }
    }
    return carried;
  }

  private static List<? extends TopicDocument> documents(ProducerRecord<byte[], byte[]> record)
      throws Exception {
    return SelectedRows.matches(record.value())
        ? SelectedRows.parse(record.value()).documents()
        : List.of(DocumentRecord.parse(record.value()));
  }

  /** The signatures of the texts in the source, by row: of those that the rules let pass. */
  private static SortedMap<Long, String> expected(
      TestingIngest with, List<Row> rows, List<ProducerRecord<byte[], byte[]>> records)
      throws Exception {
    NearDedup rule = with.nearDedup().orElseThrow();
    RowJudge judge = new RowJudge(with.rules());
    SortedMap<Long, String> expected = new TreeMap<>();
    for (ProducerRecord<byte[], byte[]> record : records) {
      for (TopicDocument document : documents(record)) {
        TextSigner signer = new TextSigner();
        byte[] text = rows.get((int) document.row()).text().orElse(new byte[0]);
        String signature = "";
        if (judge.judge(document).passes()) {
          Signature signed = signer.sign(text, 0, text.length, rule.salt(document.dump()));
          signature = HexFormat.of().formatHex(signed.encode());
        }
        expected.put(document.row(), signature);
      }
    }
    return expected;
  }

  @ParameterizedTest
  @CsvSource({
    "RECORD,true,OUTPUT",
    "RECORD,false,DUMP",
    "SOURCE,true,DUMP",
    "SOURCE,false,OUTPUT",
  })
  void shouldCarryTheSignatureOfEachRowThatPasses(
      TextLocation text, boolean pushDown, NearDedupScope scope) throws Exception {
    List<Row> rows = rows();
    TestingSources.write(root.resolve("data/0.parquet"), rows, 100);
    TestingIngest with =
        TestingIngest.of(root)
            .withPushDown(pushDown)
            .withMaxDocumentBytes(LARGE)
            .withText(text)
            .withNearDedup(rule(scope), true);

    List<ProducerRecord<byte[], byte[]>> records = encode(with, with.plan());
    SortedMap<Long, String> carried = carried(records);

    assertThat(carried).isEqualTo(expected(with, rows, records));
    assertThat(carried.values())
        .extracting(signature -> signature.isEmpty() ? "" : signature.substring(0, 2))
        .contains("", "01", "0e");
    if (!pushDown) {
      assertThat(carried).hasSize(rows.size());
      assertThat(carried.get(603L)).as("dropped by the rules").isEmpty();
    }
    assertThat(carried.get(600L)).as("too short for bands").startsWith("01");
    assertThat(carried.get(601L)).as("without words").isEqualTo("00");
    assertThat(carried.get(602L)).as("larger than a record").startsWith("0e");
  }

  @Test
  void shouldCarryTheKeysOfRowsOfJson() throws Exception {
    List<Row> rows = new ArrayList<>();
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 300; i++) {
      String text = i % 10 == 0 ? "too short" : "a text with enough words of row " + i;
      double score = i % 3 == 0 ? 1 : 4.5;
      rows.add(Row.of("id-" + i, text, score));
      lines.append(
          "{\"id\": \"id-%d\", \"text\": \"%s\", \"score\": %s}%n".formatted(i, text, score));
    }
    Path file = Files.writeString(root.resolve("0.jsonl"), lines);
    UnitPlan plan =
        new UnitPlan(TestingIngest.UNIT, List.of(new ListedFile("0.jsonl", Files.size(file), 0)));
    TestingIngest with =
        TestingIngest.of(root)
            .withPushDown(false)
            .withText(TextLocation.SOURCE)
            .withNearDedup(rule(NearDedupScope.OUTPUT), true);

    List<ProducerRecord<byte[], byte[]>> records = encode(with, plan);

    SortedMap<Long, String> carried = carried(records);
    assertThat(carried).hasSize(300).isEqualTo(expected(with, rows, records));
    assertThat(carried.values())
        .extracting(signature -> signature.isEmpty() ? "" : signature.substring(0, 2))
        .contains("", "01", "0e");
  }

  /** A record must not outgrow what a topic takes, however short ids and texts are. */
  @Test
  void shouldCountKeysTowardsTheSizeOfARecord() throws Exception {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      rows.add(Row.of("the same id", "a b c d e " + i, 4.5));
    }
    TestingSources.write(root.resolve("data/0.parquet"), rows, 10_000);
    TestingIngest with =
        TestingIngest.of(root)
            .withText(TextLocation.SOURCE)
            .withNearDedup(rule(NearDedupScope.OUTPUT), true);

    List<ProducerRecord<byte[], byte[]>> records = encode(with, with.plan());

    assertThat(records).hasSizeGreaterThan(2);
    for (ProducerRecord<byte[], byte[]> record : records) {
      int keys = record.headers().lastHeader(RowSignatures.HEADER).value().length;
      assertThat(keys + record.value().length).isLessThan((512 << 10) + 1_000);
    }
  }

  @Test
  void shouldCarryNoSignaturesWhereOperatorsChangeTexts() throws Exception {
    TestingSources.write(root.resolve("data/0.parquet"), rows(), 100);
    for (TextLocation text : TextLocation.values()) {
      TestingIngest with = TestingIngest.of(root).withText(text);
      for (ProducerRecord<byte[], byte[]> record : encode(with, with.plan())) {
        assertThat(record.headers().lastHeader(RowSignatures.HEADER)).isNull();
      }
      TestingIngest later = with.withNearDedup(rule(NearDedupScope.OUTPUT), false);
      assertThat(later.settings().nearDedup()).isPresent();
      for (ProducerRecord<byte[], byte[]> record : encode(later, later.plan())) {
        assertThat(record.headers().lastHeader(RowSignatures.HEADER)).isNull();
      }
    }
  }
}
