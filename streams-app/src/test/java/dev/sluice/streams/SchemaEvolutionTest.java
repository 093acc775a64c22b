package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Counters;
import dev.sluice.core.DedupScope;
import dev.sluice.core.Outcome;
import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.EndOfUnit;
import dev.sluice.topics.record.Schemas;
import dev.sluice.topics.record.WriterSchemas;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents of older and newer versions of the program between those of this one. */
class SchemaEvolutionTest {
  private static final Schema OLDER =
      schema(
          "{'name': 'unit', 'type': 'string'}, {'name': 'file', 'type': 'string'},"
              + "{'name': 'row', 'type': 'int'}, {'name': 'id', 'type': 'bytes'},"
              + "{'name': 'score', 'type': 'double'}, {'name': 'text', 'type': 'bytes'}");
  private static final Schema NEWER =
      schema(
          "{'name': 'text', 'type': ['bytes', 'null']}, {'name': 'id', 'type': 'bytes'},"
              + "{'name': 'language', 'type': 'string'}, {'name': 'unit', 'type': 'string'},"
              + "{'name': 'file', 'type': 'string'}, {'name': 'row', 'type': 'long'},"
              + "{'name': 'score', 'type': ['null', 'double']},"
              + "{'name': 'dump', 'type': 'string'}, {'name': 'fetched', 'type': 'long'}");
  private static final WriterSchemas PUBLISHED =
      new WriterSchemas(
          fingerprint ->
              Stream.of(OLDER, NEWER)
                  .filter(schema -> Schemas.fingerprint(schema) == fingerprint)
                  .findFirst());

  @TempDir private Path stateDir;

  private static Schema schema(String fields) {
    String json =
        "{'type': 'record', 'name': 'Document', 'namespace': 'dev.sluice.topics', 'fields': [%s]}";
    return new Schema.Parser().parse(json.formatted(fields).replace('\'', '"'));
  }

  private static byte[] document(Schema schema, String id, String text) throws IOException {
    Map<String, Object> values =
        Map.of(
            "unit",
            TestingDocument.UNIT,
            "file",
            "f.parquet",
            "score",
            1.5,
            "dump",
            TestingDocument.DUMP,
            "language",
            "en",
            "fetched",
            9L,
            "row",
            schema.equals(OLDER) ? (Object) 3 : (Object) 3L,
            "id",
            ByteBuffer.wrap(id.getBytes(UTF_8)),
            "text",
            ByteBuffer.wrap(text.getBytes(UTF_8)));
    GenericRecord record = new GenericData.Record(schema);
    schema.getFields().forEach(field -> record.put(field.name(), values.get(field.name())));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new BinaryMessageEncoder<GenericRecord>(GenericData.get(), schema).encode(record, out);
    return out.toByteArray();
  }

  /** Of every id first a copy of one version, then copies of the two others. */
  private static void sendInterleaved(TestingCuration curation) throws IOException {
    for (int i = 0; i < 6; i++) {
      String id = "id-" + i;
      List<byte[]> copies =
          List.of(
              document(OLDER, id, "older"),
              TestingDocument.of(id, 1.5).withText("now").value(),
              document(NEWER, id, "newer"));
      for (int copy = 0; copy < copies.size(); copy++) {
        curation.send(id.getBytes(UTF_8), copies.get((i + copy) % copies.size()));
      }
    }
    curation.end(TestingDocument.UNIT);
  }

  private TestingCuration open(WriterSchemas schemas) {
    return TestingCuration.open(
        stateDir,
        TestingCuration.settings(
            TestingCuration.rules(DedupScope.BUCKET), TestingCuration.TOPIC_ID, schemas));
  }

  @Test
  void shouldKeepTheFirstOfEqualIdsWhateverVersionWroteIt() throws Exception {
    try (TestingCuration curation = open(PUBLISHED)) {
      sendInterleaved(curation);

      List<String> kept = new ArrayList<>();
      Counters counted = new Counters();
      for (TestRecord<byte[], byte[]> record : curation.curated("low")) {
        if (EndOfUnit.matches(record.value())) {
          counted.merge(EndOfUnit.parse(record.value()).curated());
        } else {
          kept.add(text(PUBLISHED.current(record.value())));
        }
      }
      assertThat(kept).containsExactly("older", "now", "newer", "older", "now", "newer");
      assertThat(counted.total(Outcome.KEPT.key())).isEqualTo(6);
      assertThat(counted.total(Outcome.DUPLICATES_REMOVED.key())).isEqualTo(12);
      assertThat(counted.dumps()).containsExactly(TestingDocument.DUMP, "unknown");
      assertThat(curation.rejects()).isEmpty();
    }
  }

  private static String text(byte[] value) throws Exception {
    DocumentRecord document = DocumentRecord.parse(value);
    return new String(document.textBytes(), document.textOffset(), document.textLength(), UTF_8);
  }

  @Test
  void shouldRejectVersionsThatNobodyKnows() throws Exception {
    try (TestingCuration curation = open(WriterSchemas.shipped())) {
      sendInterleaved(curation);

      assertThat(curation.documents("low")).hasSize(6);
      assertThat(curation.rejects()).hasSize(12);
    }
  }
}
