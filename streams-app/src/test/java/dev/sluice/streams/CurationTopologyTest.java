package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.DedupScope;
import dev.sluice.streams.gauge.TopologyGauge;
import dev.sluice.topics.record.Schemas;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CurationTopologyTest {
  private static final byte[] NO_UTF8 = {'a', (byte) 0xC0, 'b'};
  private static final TestingDocument DOCUMENT = TestingDocument.of("a", 1.5);

  @TempDir private Path stateDir;
  private TestingCuration curation;

  @BeforeEach
  void open() {
    curation = TestingCuration.open(stateDir, DedupScope.BUCKET);
  }

  @AfterEach
  void close() {
    curation.close();
  }

  private static GenericRecord reject(TestRecord<byte[], byte[]> record) throws IOException {
    return new BinaryMessageDecoder<GenericRecord>(GenericData.get(), Schemas.REJECT)
        .decode(record.value());
  }

  @Test
  void shouldBeTheTopologyOfTheGoldenFile() throws IOException {
    Topology topology =
        CurationTopology.build(
            TestingCuration.settings(
                TestingCuration.rules(DedupScope.BUCKET), TestingCuration.TOPIC_ID),
            new TopologyGauge());

    try (InputStream golden = getClass().getResourceAsStream("topology.txt")) {
      assertThat(topology.describe()).hasToString(new String(golden.readAllBytes(), UTF_8));
    }
  }

  @Test
  void shouldPassKeyAndValueThroughUntouched() {
    TestingDocument document = TestingDocument.of("ä", 4).withText("x".repeat(100_000));

    curation.send(document);

    assertThat(curation.curated("high"))
        .singleElement()
        .satisfies(
            record -> {
              assertThat(record.key()).isEqualTo(document.id());
              assertThat(record.value()).isEqualTo(document.value());
            });
  }

  @Test
  void shouldAddTheBucketToTheHeaders() {
    curation.send(DOCUMENT);

    TestRecord<byte[], byte[]> record = curation.curated("low").get(0);
    assertThat(record.headers().toArray())
        .extracting(Header::key)
        .containsExactly("dump", "bucket");
    assertThat(record.headers().lastHeader("dump").value()).asString().isEqualTo("CC-MAIN-2024-10");
    assertThat(record.headers().lastHeader("bucket").value()).asString().isEqualTo("low");
  }

  @Test
  void shouldQuarantineWhatIsNotTextWithItsRawBytes() throws IOException {
    TestingDocument brokenText = TestingDocument.of("b", 1.5).withText(NO_UTF8);
    TestingDocument brokenId = TestingDocument.of(NO_UTF8, 1.5);

    curation.send(DOCUMENT, brokenText, brokenId);

    List<TestRecord<byte[], byte[]>> rejects = curation.rejects();
    assertThat(rejects).hasSize(2);
    GenericRecord reject = reject(rejects.get(0));
    assertThat(reject.get("reason")).hasToString("invalid_text");
    assertThat(reject.get("partition")).isEqualTo(0);
    assertThat(reject.get("offset")).isEqualTo(1L);
    assertThat(reject.get("record")).isEqualTo(ByteBuffer.wrap(brokenText.value()));
    assertThat(rejects.get(1).key()).isEqualTo(NO_UTF8);
  }

  @Test
  void shouldRejectWhatIsNotADocumentAndContinue() throws IOException {
    byte[] cut = Arrays.copyOf(DOCUMENT.value(), 30);

    curation.send("key".getBytes(UTF_8), "no document".getBytes(UTF_8));
    curation.send(DOCUMENT.id(), cut);
    curation.send("key".getBytes(UTF_8), null);
    curation.send(null, new byte[] {1, 2, 3});
    curation.send(DOCUMENT);

    List<TestRecord<byte[], byte[]>> rejects = curation.rejects();
    assertThat(rejects).hasSize(4);
    for (TestRecord<byte[], byte[]> record : rejects) {
      assertThat(reject(record).get("reason").toString()).startsWith("malformed: ");
    }
    assertThat(reject(rejects.get(1)).get("record")).isEqualTo(ByteBuffer.wrap(cut));
    assertThat(reject(rejects.get(3)).get("offset")).isEqualTo(3L);
    assertThat(curation.documents("low")).containsExactly(DOCUMENT.value());
  }

  @Test
  void shouldRejectADocumentWhoseKeyIsNotItsId() throws IOException {
    curation.send(null, DOCUMENT.value());
    curation.send("b".getBytes(UTF_8), DOCUMENT.value());
    curation.send(DOCUMENT);

    assertThat(curation.documents("low")).containsExactly(DOCUMENT.value());
    for (TestRecord<byte[], byte[]> record : curation.rejects()) {
      assertThat(reject(record).get("reason"))
          .hasToString("malformed: the key of the record differs from the id of its document");
    }
  }

  @Test
  void shouldRejectAMarkerOfAnotherPartition() throws IOException {
    curation.send(new byte[0], TestingCuration.marker(TestingDocument.UNIT, 5).encode());

    assertThat(curation.curated("low")).isEmpty();
    assertThat(reject(curation.rejects().get(0)).get("reason"))
        .hasToString("malformed: a marker of partition 5 is in partition 0");
  }

  @Test
  void shouldRejectWhatIsAsLargeAsARecordCanBe() throws IOException {
    byte[] large = new byte[TestingCuration.MAX_RECORD_BYTES];
    large[7] = 3;

    curation.send(new byte[100_000], large);
    curation.send(DOCUMENT);

    TestRecord<byte[], byte[]> reject = curation.rejects().get(0);
    assertThat(reject.value()).hasSizeLessThan(TestingCuration.MAX_RECORD_BYTES);
    assertThat(reject.key()).isEmpty();
    ByteBuffer raw = (ByteBuffer) reject(reject).get("record");
    assertThat(raw.remaining()).isGreaterThan(TestingCuration.MAX_RECORD_BYTES - 4096);
    assertThat(raw.get(7)).isEqualTo((byte) 3);
    assertThat(reject(reject).get("reason").toString()).contains("of 1048576 bytes");
    assertThat(curation.documents("low")).containsExactly(DOCUMENT.value());
  }

  @Test
  void shouldRejectAnUnknownSchemaWithItsRawBytes() throws IOException {
    byte[] unknown = DOCUMENT.value();
    unknown[4] ^= 1;

    curation.send(DOCUMENT.id(), unknown);
    curation.send(DOCUMENT);

    GenericRecord reject = reject(curation.rejects().get(0));
    assertThat(reject.get("record")).isEqualTo(ByteBuffer.wrap(unknown));
    assertThat(reject.get("reason")).hasToString("malformed: not a document: unknown header");
    assertThat(curation.documents("low")).containsExactly(DOCUMENT.value());
  }

  @Test
  void shouldRejectASchemaIdThatCannotBeResolved() throws IOException {
    byte[] confluent = {0, 0, 0, 0, 7, 3, 'x'};

    curation.send(DOCUMENT.id(), confluent);
    curation.send(DOCUMENT);

    GenericRecord reject = reject(curation.rejects().get(0));
    assertThat(reject.get("record")).isEqualTo(ByteBuffer.wrap(confluent));
    assertThat(reject.get("reason"))
        .hasToString(
            "malformed: schema id 7 belongs to a record in Confluent's wire format, but"
                + " topics.registry-url is not set");
    assertThat(curation.documents("low")).containsExactly(DOCUMENT.value());
  }
}
