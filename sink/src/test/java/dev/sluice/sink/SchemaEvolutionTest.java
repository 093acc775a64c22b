package dev.sluice.sink;

import static dev.sluice.sink.TestingSink.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.topics.record.Schemas;
import dev.sluice.topics.record.WriterSchemas;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageEncoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records of older and newer versions of the program between those of this one. */
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

  @TempDir Path root;

  private static Schema schema(String fields) {
    String json =
        "{'type': 'record', 'name': 'Document', 'namespace': 'dev.sluice.topics', 'fields': [%s]}";
    return new Schema.Parser().parse(json.formatted(fields).replace('\'', '"'));
  }

  private static byte[] document(Schema schema, String id, String text) throws IOException {
    GenericRecord record = new GenericData.Record(schema);
    Map<String, Object> values =
        Map.of(
            "unit",
            "d#1",
            "file",
            "f.parquet",
            "score",
            4.5,
            "dump",
            TestingRecords.DUMP,
            "language",
            "en",
            "fetched",
            9L);
    for (Schema.Field field : schema.getFields()) {
      record.put(field.name(), values.get(field.name()));
    }
    record.put("row", schema.equals(OLDER) ? (Object) 3 : (Object) 3L);
    record.put("id", ByteBuffer.wrap(utf8(id)));
    record.put("text", ByteBuffer.wrap(utf8(text)));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new BinaryMessageEncoder<GenericRecord>(GenericData.get(), schema).encode(record, out);
    return out.toByteArray();
  }

  private static TestingRecords interleaved(Schema older, Schema newer) throws IOException {
    TestingRecords records = new TestingRecords(TestingSink.partition(1)).inUnit("d#1");
    for (int i = 0; i < 5; i++) {
      records.document(TestingRecords.DUMP, "now " + i);
      records.add(utf8("old-" + i), document(older, "old-" + i, "older " + i));
      records.add(utf8("new-" + i), document(newer, "new-" + i, "newer " + i));
    }
    return records.marker("d#1");
  }

  @Test
  void shouldWriteRecordsOfAllVersionsInTheirOrder() throws IOException {
    WriterSchemas schemas =
        new WriterSchemas(
            fingerprint ->
                Stream.of(OLDER, NEWER)
                    .filter(schema -> Schemas.fingerprint(schema) == fingerprint)
                    .findFirst());
    TestingSink sink = TestingSink.in(root);

    TestingSink.feed(sink.open(TestingSink.partition(1), schemas), interleaved(OLDER, NEWER).all());

    List<CutRecord> cuts = sink.log(TestingSink.partition(1)).read();
    assertThat(cuts).hasSize(1);
    assertThat(cuts.get(0).foreign()).isZero();
    assertThat(cuts.get(0).ordinal()).isEqualTo(15);
    assertThat(cuts.get(0).files()).extracting(CutFile::rows).containsExactly(10L, 5L);
    assertThat(cuts.get(0).rows())
        .isEqualTo(Map.of("d#1", Map.of(TestingRecords.DUMP, 10L, "unknown", 5L)));
    assertThat(cuts.get(0).files().stream().mapToLong(CutFile::textBytes).sum())
        .isEqualTo(5 * ("now 0" + "older 0" + "newer 0").length());
  }

  @Test
  void shouldSkipUnknownVersions() throws IOException {
    TestingSink sink = TestingSink.in(root);

    TestingSink.feed(sink.open(TestingSink.partition(1)), interleaved(OLDER, NEWER).all());

    assertThat(sink.log(TestingSink.partition(1)).read().get(0).foreign()).isEqualTo(10);
  }
}
