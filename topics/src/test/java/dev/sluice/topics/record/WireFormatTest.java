package dev.sluice.topics.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.topics.record.SchemaRegistry.RegistrySilentException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.apache.kafka.common.serialization.Serializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WireFormatTest {
  private static final String TOPIC = "sluice.documents";

  private static final List<byte[]> VALUES =
      List.of(
          TestingDocuments.plain().encode(),
          TestingDocuments.pointed().encode(),
          TestingMarkers.full().encode(),
          new Forget("CC-MAIN-2024-10", "id", 3, List.of()).encode());

  private final TestingRegistry registry = new TestingRegistry();

  @AfterEach
  void stop() {
    registry.close();
  }

  private static WriterSchemas reading(WireFormat format) {
    return new WriterSchemas(fingerprint -> Optional.empty(), format);
  }

  private static byte[] confluent(int id, byte[] singleObject) {
    return ByteBuffer.allocate(singleObject.length - 5)
        .put((byte) 0)
        .putInt(id)
        .put(singleObject, 10, singleObject.length - 10)
        .array();
  }

  @Test
  void shouldCopyNothingInSingleObjectEncoding() throws MalformedRecordException {
    WireFormat format = WireFormat.singleObject();

    for (byte[] value : VALUES) {
      assertThat(format.serializer().serialize(TOPIC, value)).isSameAs(value);
      assertThat(reading(format).current(value)).isSameAs(value);
    }
    assertThat(
            WireFormat.singleObject(registry.client()).serializer().serialize(TOPIC, VALUES.get(0)))
        .isSameAs(VALUES.get(0));
    assertThat(registry.requests()).isEmpty();
  }

  @Test
  void shouldWriteTheHeaderThatTheRegistryGives() {
    Serializer<byte[]> serializer = WireFormat.confluent(registry.client()).serializer();

    byte[] plain = VALUES.get(0);
    int id = registry.add(Schemas.DOCUMENT);
    assertThat(serializer.serialize(TOPIC, plain)).isEqualTo(confluent(id, plain));
    assertThat(registry.requests())
        .containsExactly(
            "POST /subjects/dev.sluice.topics.Document/versions",
            "POST /subjects/dev.sluice.topics.SelectedRows/versions",
            "POST /subjects/dev.sluice.topics.EndOfUnit/versions",
            "POST /subjects/dev.sluice.topics.Forget/versions",
            "POST /subjects/dev.sluice.topics.Watermark/versions",
            "POST /subjects/dev.sluice.topics.BandBlock/versions",
            "POST /subjects/dev.sluice.topics.CheckedBandBlock/versions");
  }

  @Test
  void shouldWriteWhatAvroReads() throws IOException {
    Serializer<byte[]> serializer = WireFormat.confluent(registry.client()).serializer();

    byte[] value = serializer.serialize(TOPIC, TestingMarkers.full().encode());

    GenericRecord record =
        new GenericDatumReader<GenericRecord>(Schemas.END_OF_UNIT)
            .read(null, DecoderFactory.get().binaryDecoder(value, 5, value.length - 5, null));
    assertThat(record.get("unit")).hasToString(TestingMarkers.full().unit().id());
  }

  @Test
  void shouldLeaveEverythingElseAsItIs() {
    Serializer<byte[]> serializer = WireFormat.confluent(registry.client()).serializer();

    for (byte[] other :
        List.of(
            Reject.encode("r", 0, 0, VALUES.get(0)), "{\"unit\":1}".getBytes(UTF_8), new byte[0])) {
      assertThat(serializer.serialize(TOPIC, other)).isSameAs(other);
    }
    assertThat(serializer.serialize(TOPIC, null)).isNull();
  }

  @Test
  void shouldReadAMixtureWhicheverItWrites() throws MalformedRecordException {
    WireFormat confluent = WireFormat.confluent(registry.client());
    WireFormat single = WireFormat.singleObject(registry.client());

    for (WireFormat format : List.of(confluent, single)) {
      WriterSchemas schemas = reading(format);
      for (byte[] value : VALUES) {
        assertThat(schemas.current(confluent.serializer().serialize(TOPIC, value)))
            .isEqualTo(value);
        assertThat(schemas.current(value)).isSameAs(value);
      }
    }
  }

  @Test
  void shouldAskForEachIdOnceAndForNoneOfItsOwn() throws MalformedRecordException {
    WireFormat confluent = WireFormat.confluent(registry.client());
    int requested = registry.requests().size();
    int id = registry.add(Schemas.DOCUMENT);
    int other = registry.add(Schemas.DOCUMENT + " ");
    WriterSchemas schemas = reading(confluent);

    for (int i = 0; i < 3; i++) {
      schemas.current(confluent(id, VALUES.get(0)));
      schemas.current(confluent(other, VALUES.get(0)));
      assertUnreadable(schemas, confluent(4711, VALUES.get(0)), "schema id 4711 is not known");
    }

    assertThat(registry.requests().subList(requested, registry.requests().size()))
        .containsExactly("GET /schemas/ids/" + other, "GET /schemas/ids/4711");
  }

  @Test
  void shouldReadRecordsOfOtherVersions() throws MalformedRecordException {
    WriterSchemas schemas = reading(WireFormat.singleObject(registry.client()));
    byte[] older = confluent(registry.add(OtherVersions.OLDER), OtherVersions.older("a", "text"));
    byte[] newer =
        confluent(registry.add(OtherVersions.NEWER), OtherVersions.newer("u#1", "b", 4.5, "more"));

    assertThat(DocumentRecord.parse(schemas.current(older)).row()).isEqualTo(7);
    assertThat(DocumentRecord.parse(schemas.current(newer)).score()).isEqualTo(4.5);
    assertUnreadable(schemas, Arrays.copyOf(older, older.length - 1), "");
  }

  @Test
  void shouldSayWhyAnIdCannotBeRead() {
    Schema stranger = Schema.createRecord("Stranger", "", "some.other", false, List.of());
    int strange = registry.add(stranger);
    int nonsense = registry.add("syntax = proto3");
    WriterSchemas schemas = reading(WireFormat.singleObject(registry.client()));
    byte[] value = VALUES.get(0);

    assertUnreadable(
        schemas,
        confluent(strange, value),
        "refers to some.other.Stranger, which is not a schema of Sluice");
    assertUnreadable(
        schemas,
        confluent(nonsense, value),
        "the schema with id " + nonsense + " is not a valid Avro");
    assertUnreadable(schemas, confluent(-1, value), "schema id 4294967295 is not known");
    assertUnreadable(
        WriterSchemas.shipped(),
        confluent(9, value),
        "schema id 9 belongs to a record in Confluent's wire format, but");
  }

  @Test
  void shouldLeaveWhatIsTooShortToTheParser() throws MalformedRecordException {
    byte[] zeros = new byte[4];

    assertThat(WriterSchemas.shipped().current(zeros)).isSameAs(zeros);
  }

  @Test
  void shouldNotRememberThatTheRegistryWasSilent() throws MalformedRecordException {
    WriterSchemas schemas = reading(WireFormat.singleObject(registry.client()));
    byte[] value = confluent(registry.add(Schemas.DOCUMENT), VALUES.get(0));
    for (int i = 0; i < 4; i++) {
      registry.answerNext(503, "");
    }

    assertThatThrownBy(() -> schemas.current(value)).isInstanceOf(RegistrySilentException.class);

    assertThat(schemas.current(value)).isEqualTo(VALUES.get(0));
  }

  private static void assertUnreadable(WriterSchemas schemas, byte[] value, String reason) {
    assertThatThrownBy(() -> schemas.current(value))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessageContaining(reason);
  }
}
