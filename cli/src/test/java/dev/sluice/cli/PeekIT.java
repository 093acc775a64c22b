package dev.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.algorithms.neardup.Fingerprint;
import dev.sluice.algorithms.neardup.Signature;
import dev.sluice.app.ExitCode;
import dev.sluice.core.Counters;
import dev.sluice.core.Unit;
import dev.sluice.topics.progress.ProgressLog;
import dev.sluice.topics.progress.UnitProgress;
import dev.sluice.topics.record.EndOfUnit;
import dev.sluice.topics.record.Forget;
import dev.sluice.topics.record.Reject;
import dev.sluice.topics.record.SignatureBlock;
import dev.sluice.topics.record.Watermark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class PeekIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String DOCUMENTS = TestingBroker.NAMES.documents();
  private static final String UNIT = "data/CC-MAIN-2024-10#1";
  private static final int MANY = 300;

  @TempDir private static Path directory;
  private static TestingBroker broker;

  @BeforeAll
  static void fill() throws Exception {
    broker = TestingBroker.start(directory);
    broker.provision(2, true);
    broker.send(true, List.of(document("a", "first"), document("b", "x".repeat(1_000))));
    broker.send(true, List.of(poison(new byte[] {(byte) 0xFF, 2}), poison("oops".getBytes(UTF_8))));
    broker.send(true, List.of(document("c", "last"), marker(0), marker(1)));
    List<ProducerRecord<byte[], byte[]>> aborted = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      aborted.add(document("aborted " + i, "never"));
    }
    broker.send(false, aborted);
    broker.send(true, List.of(reject(), progress(), forget(), tombstone()));
    broker.send(true, List.of(block(), watermark()));
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  private static ProducerRecord<byte[], byte[]> document(String id, String text) {
    return TestingBroker.document(DOCUMENTS, id, text.getBytes(UTF_8));
  }

  private static ProducerRecord<byte[], byte[]> poison(byte[] value) {
    return new ProducerRecord<>(DOCUMENTS, 0, new byte[] {(byte) 0x80}, value);
  }

  private static ProducerRecord<byte[], byte[]> marker(int partition) {
    Counters counted = new Counters();
    counted.add(new Counters.Key("CC-MAIN-2024-10", Counters.NO_BUCKET, Counters.ROWS), 3);
    EndOfUnit marker =
        new EndOfUnit(
            Unit.parse(UNIT),
            partition,
            List.of("data/CC-MAIN-2024-10/0.parquet"),
            new TreeMap<>(),
            counted,
            new Counters());
    return new ProducerRecord<>(DOCUMENTS, partition, null, marker.encode());
  }

  private static ProducerRecord<byte[], byte[]> reject() {
    byte[] value = TestingBroker.value("broken", new byte[] {'a', (byte) 0xC0});
    return new ProducerRecord<>(
        TestingBroker.NAMES.rejects(), 1, null, Reject.encode("invalid_text", 0, 41, value));
  }

  private static ProducerRecord<byte[], byte[]> progress() {
    return new ProgressLog(broker.connection(), TestingBroker.NAMES.progress())
        .record(UnitProgress.none(UNIT, "pid 1"));
  }

  private static ProducerRecord<byte[], byte[]> forget() {
    Forget forget = new Forget("CC-MAIN-2024-10", "some id", 0, List.of());
    return new ProducerRecord<>(curated(), 0, null, forget.encode());
  }

  private static ProducerRecord<byte[], byte[]> tombstone() {
    return new ProducerRecord<>(curated(), 1, null, null);
  }

  private static ProducerRecord<byte[], byte[]> block() {
    byte[] signature = new Signature(new long[] {0xABC}, Fingerprint.ofShort(7)).encode();
    SignatureBlock block =
        new SignatureBlock(
            UNIT,
            "data/CC-MAIN-2024-10/0.parquet",
            LongStream.range(3, 3 + MANY)
                .mapToObj(
                    row ->
                        new SignatureBlock.Row(
                            row, new byte[] {'a'}, "CC-MAIN-2024-10", "3.0", signature))
                .toList());
    return new ProducerRecord<>(TestingBroker.NAMES.signatures(), 0, new byte[0], block.encode());
  }

  private static ProducerRecord<byte[], byte[]> watermark() {
    Watermark watermark = new Watermark(UNIT, 0, "data/CC-MAIN-2024-10/0.parquet", 9, false);
    return new ProducerRecord<>(
        TestingBroker.NAMES.signatures(), 0, new byte[0], watermark.encode());
  }

  private static String curated() {
    return TestingBroker.NAMES.curated("3.0");
  }

  private static List<JsonNode> peek(String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of("peek", "--kafka", broker.servers()));
    all.addAll(List.of(arguments));
    TestingProgram.Ended ended = TestingProgram.run(all.toArray(String[]::new));
    assertThat(ended.err()).isEmpty();
    assertThat(ended.exitCode()).isZero();
    List<JsonNode> records = new ArrayList<>();
    for (String line : ended.lines()) {
      records.add(JSON.readTree(line));
    }
    return records;
  }

  @Test
  void shouldSayWhyThereIsNothing() {
    TestingProgram.Ended ended =
        TestingProgram.run("peek", "curated.4.0", "--kafka", broker.servers());
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err()).contains("curated.4.0 has no matching records; documents and curated");
    assertThat(ended.exitCode()).isZero();
  }

  @Test
  void shouldShowTheNewestBeforeAnAbortedTransaction() throws IOException {
    List<JsonNode> records = peek("documents", "--limit", "2", "--partition", "0");
    assertThat(records)
        .extracting(r -> r.get("type").asText())
        .containsExactly("document", "end_of_unit");
    JsonNode document = records.get(0);
    assertThat(document.get("topic").asText()).isEqualTo(DOCUMENTS);
    assertThat(document.get("partition").asInt()).isZero();
    assertThat(document.get("key").asText()).isEqualTo("c");
    assertThat(document.at("/headers/dump").asText()).isEqualTo("CC-MAIN-2024-10");
    assertThat(document.get("timestamp").asText()).endsWith("Z");
    assertThat(document.at("/value/file").asText()).isEqualTo("data/CC-MAIN-2024-10/0.parquet");
    assertThat(document.at("/value/row").asInt()).isEqualTo(7);
    assertThat(document.at("/value/score").asDouble()).isEqualTo(3.25);
    assertThat(document.at("/value/text").asText()).isEqualTo("last");
    assertThat(records.get(1).at("/value/unit").asText()).isEqualTo(UNIT);
  }

  @Test
  void shouldShowThePoisonAndContinue() throws IOException {
    List<JsonNode> records = peek("documents", "--from-beginning", "--partition", "0");
    assertThat(records)
        .extracting(record -> record.get("type").asText())
        .containsExactly(
            "document", "document", "malformed", "malformed", "document", "end_of_unit");
    JsonNode raw = records.get(2);
    assertThat(raw.get("raw_base64").asText()).isEqualTo("/wI=");
    assertThat(raw.has("raw_text")).isFalse();
    assertThat(raw.at("/key/base64").asText()).isEqualTo("gA==");
    assertThat(raw.get("problem").asText()).contains("unknown header");
    assertThat(records.get(3).get("raw_text").asText()).isEqualTo("oops");
  }

  @Test
  void shouldCutLongTextsUnlessAskedForAll() throws IOException {
    JsonNode cut = peek("sluice.documents", "--offset", "1", "-n", "1", "-p", "0").get(0);
    assertThat(cut.at("/value/text").asText()).isEqualTo("x".repeat(200) + "…");
    assertThat(cut.at("/value/text_bytes").asInt()).isEqualTo(1_000);
    JsonNode full = peek("documents", "-o", "1", "-n", "1", "-p", "0", "--full").get(0);
    assertThat(full.at("/value/text").asText()).isEqualTo("x".repeat(1_000));
  }

  @Test
  void shouldShowARejectWithItsBytesAndWhereItCameFrom() throws IOException {
    List<JsonNode> records = peek("rejects", "--full");
    assertThat(records).hasSize(1);
    JsonNode value = records.get(0).get("value");
    assertThat(value.get("reason").asText()).isEqualTo("invalid_text");
    assertThat(value.get("partition").asInt()).isZero();
    assertThat(value.get("offset").asInt()).isEqualTo(41);
    assertThat(Base64.getDecoder().decode(value.get("raw_base64").asText()))
        .isEqualTo(TestingBroker.value("broken", new byte[] {'a', (byte) 0xC0}));
    assertThat(value.at("/document/file").asText()).isEqualTo("data/CC-MAIN-2024-10/0.parquet");
    assertThat(value.at("/document/text_base64").asText()).isEqualTo("YcA=");
  }

  @Test
  void shouldShowProgressForgetRecordsAndTombstones() throws IOException {
    JsonNode progress = peek("progress").get(0);
    assertThat(progress.get("type").asText()).isEqualTo("progress");
    assertThat(progress.get("key").asText()).isEqualTo("progress/" + UNIT);
    assertThat(progress.at("/value/writer").asText()).isEqualTo("pid 1");
    JsonNode forget = peek("curated.3.0", "-p", "0").get(0);
    assertThat(forget.get("type").asText()).isEqualTo("forget");
    assertThat(forget.at("/value/dump").asText()).isEqualTo("CC-MAIN-2024-10");
    JsonNode tombstone = peek("curated.3.0", "-p", "1").get(0);
    assertThat(tombstone.get("type").asText()).isEqualTo("tombstone");
    assertThat(tombstone.get("value").isNull()).isTrue();
  }

  @Test
  void shouldShowSignaturesAndWatermarks() throws IOException {
    List<JsonNode> records = peek("signatures");
    assertThat(records)
        .extracting(record -> record.get("type").asText())
        .containsExactly("signature_block", "watermark");
    JsonNode block = records.get(0).get("value");
    assertThat(block.get("unit").asText()).isEqualTo(UNIT);
    assertThat(block.get("file").asText()).isEqualTo("data/CC-MAIN-2024-10/0.parquet");
    assertThat(block.get("row_count").asInt()).isEqualTo(MANY);
    assertThat(block.get("rows")).hasSizeLessThan(MANY);
    assertThat(block.at("/rows/0"))
        .hasToString(
            "{\"row\":3,\"id\":\"a\",\"dump\":\"CC-MAIN-2024-10\",\"bucket\":\"3.0\","
                + "\"keys\":[\"000000000abc\"],\"fingerprint_bytes\":12}");
    assertThat(peek("signatures", "-n", "2", "--full").get(0).at("/value/rows")).hasSize(MANY);
    assertThat(records.get(1).get("value"))
        .hasToString(
            "{\"unit\":\"%s\",\"partition\":0,\"file\":\"%s\",\"row\":9,\"ended\":false}"
                .formatted(UNIT, "data/CC-MAIN-2024-10/0.parquet"));
  }

  @Test
  void shouldListTheTopicsForAnUnknownOne() {
    TestingProgram.Ended ended = TestingProgram.run("peek", "reject", "--kafka", broker.servers());
    assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ended.err())
        .contains("TOPIC (reject): no such topic; did you mean rejects?")
        .contains(
            "curated.2.8, curated.3.0, curated.3.5, curated.4.0, documents, progress, rejects,"
                + " signatures");
  }

  @Test
  void shouldRefuseWhatCannotBe() {
    String servers = broker.servers();
    assertThat(TestingProgram.run("peek", "rejects", "-n", "0", "--kafka", servers))
        .satisfies(ended -> assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE))
        .satisfies(ended -> assertThat(ended.err()).contains("--limit is 0"));
    assertThat(TestingProgram.run("peek", "rejects", "-p", "2", "--kafka", servers))
        .satisfies(ended -> assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE))
        .satisfies(ended -> assertThat(ended.err()).contains("only has partitions 0 to 1"));
    assertThat(
            TestingProgram.run(
                "peek", "rejects", "--kafka", servers, "--set", "kafka.topic-prefix=other"))
        .satisfies(ended -> assertThat(ended.exitCode()).isEqualTo(ExitCode.FAILED))
        .satisfies(ended -> assertThat(ended.err()).contains("no topics other.*"));
  }

  @Test
  void shouldStartTheBrokerOfAnOutputWhereNoneRuns(@TempDir Path stored) throws Exception {
    try (TestingBroker before = TestingBroker.start(stored)) {
      before.provision(1);
      before.send(true, List.of(document("kept", "there")));
    }
    // Its former port is another broker's by now.
    Files.writeString(stored.resolve("broker.address"), broker.servers());
    String workDirectory = stored.toString();
    TestingProgram.Ended ended =
        TestingProgram.run("peek", "documents", "--work-dir", workDirectory);
    assertThat(ended.err()).isEmpty();
    assertThat(JSON.readTree(ended.out()).get("key").asText()).isEqualTo("kept");
    String missing = stored.resolve("missing").toString();
    assertThat(TestingProgram.run("peek", "documents", "--work-dir", missing))
        .satisfies(refused -> assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE))
        .satisfies(refused -> assertThat(refused.err()).contains("does not exist"));
    assertThat(stored.resolve("missing")).doesNotExist();
  }
}
