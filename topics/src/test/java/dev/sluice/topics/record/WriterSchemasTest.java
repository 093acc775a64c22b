package dev.sluice.topics.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;

class WriterSchemasTest {
  private final WriterSchemas schemas = OtherVersions.schemas();

  @Test
  void shouldLeaveCurrentRecordsAsTheyAre() throws MalformedRecordException {
    for (byte[] value :
        List.of(
            TestingDocuments.plain().encode(),
            TestingDocuments.pointed().encode(),
            TestingMarkers.full().encode())) {
      assertThat(schemas.current(value)).isSameAs(value);
    }
  }

  @Test
  void shouldReadADocumentOfAnOlderVersion() throws MalformedRecordException {
    DocumentRecord read = DocumentRecord.parse(schemas.current(OtherVersions.older("a", "text")));

    assertThat(read.unit()).isEqualTo("unit#1");
    assertThat(read.row()).isEqualTo(7);
    assertThat(read.dump()).isEqualTo("unknown");
    assertThat(read.hasScore()).isFalse();
    assertThat(read.pointer()).isEmpty();
    assertThat(text(read)).isEqualTo("text");
  }

  @Test
  void shouldReadADocumentOfANewerVersion() throws MalformedRecordException {
    DocumentRecord read =
        DocumentRecord.parse(schemas.current(OtherVersions.newer("unit#1", "ä", 4.5, "Grüße")));

    assertThat(read.id()).isEqualTo("ä".getBytes(UTF_8));
    assertThat(read.dump()).isEqualTo("CC-MAIN-2024-10");
    assertThat(read.score()).isEqualTo(4.5);
    assertThat(text(read)).isEqualTo("Grüße");
  }

  private static String text(DocumentRecord document) {
    return new String(document.textBytes(), document.textOffset(), document.textLength(), UTF_8);
  }

  @Test
  void shouldReadAMarkerOfANewerVersion() throws MalformedRecordException {
    EndOfUnit marker = TestingMarkers.full();

    assertThat(EndOfUnit.parse(schemas.current(OtherVersions.newer(marker)))).isEqualTo(marker);
  }

  @Test
  void shouldLeaveUnknownSchemasToTheParser() throws MalformedRecordException {
    byte[] unknown = TestingDocuments.plain().encode();
    unknown[5] ^= 1;
    byte[] reject = Reject.encode("r", 0, 0, new byte[3]);

    assertThat(schemas.current(unknown)).isSameAs(unknown);
    assertThat(schemas.current(reject)).isSameAs(reject);
    assertThat(schemas.current(new byte[0])).isEmpty();
    assertThat(WriterSchemas.shipped().current(OtherVersions.older("a", "b")))
        .isEqualTo(OtherVersions.older("a", "b"));
  }

  @Test
  void shouldNotReadWhatCannotBeBroughtIntoTheCurrentForm() throws MalformedRecordException {
    Schema stranger =
        new Schema.Parser()
            .parse(
                """
                {"type": "record", "name": "Document", "namespace": "dev.sluice.topics",
                 "fields": [{"name": "unit", "type": "long"}]}
                """);
    GenericRecord record = new GenericData.Record(stranger);
    record.put("unit", 1L);
    byte[] value = Translation.encode(record);

    assertThat(new WriterSchemas(fingerprint -> Optional.of(stranger)).current(value))
        .isSameAs(value);
  }

  @Test
  void shouldRefuseWhatIsNotWhatItsSchemaSays() {
    byte[] older = OtherVersions.older("a", "text");
    byte[] cut = Arrays.copyOf(older, older.length - 1);
    byte[] longer = Arrays.copyOf(older, older.length + 1);
    byte[] absurd = older.clone();
    absurd[Schemas.HEADER_LENGTH] = (byte) 0xFE;
    absurd[Schemas.HEADER_LENGTH + 1] = (byte) 0xFF;

    for (byte[] value : List.of(cut, longer, absurd)) {
      assertThatThrownBy(() -> schemas.current(value)).isInstanceOf(MalformedRecordException.class);
    }
  }

  @Test
  void shouldRefuseRecordsNestedWithoutEnd() {
    Schema endless =
        new Schema.Parser()
            .parse(
                """
                {"type": "record", "name": "Document", "namespace": "dev.sluice.topics",
                 "fields": [
                   {"name": "unit", "type": "string"}, {"name": "file", "type": "string"},
                   {"name": "row", "type": "long"}, {"name": "id", "type": "bytes"},
                   {"name": "more", "type": {"type": "array", "items": {"type": "record",
                     "name": "Node", "fields": [
                       {"name": "nodes", "type": {"type": "array", "items": "Node"}}]}}}]}
                """);
    byte[] value = new byte[400];
    Arrays.fill(value, (byte) 2); // a block of one item, everywhere
    System.arraycopy(Schemas.header(endless), 0, value, 0, Schemas.HEADER_LENGTH);

    assertThatThrownBy(() -> new WriterSchemas(fingerprint -> Optional.of(endless)).current(value))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessageContaining("nested more than");
  }

  @Test
  void shouldLookUpAnUnknownFingerprintOnce() throws MalformedRecordException {
    List<Long> requested = new ArrayList<>();
    WriterSchemas counting =
        new WriterSchemas(
            fingerprint -> {
              requested.add(fingerprint);
              return Optional.empty();
            });
    byte[] unknown = OtherVersions.older("a", "text");

    counting.current(unknown);
    counting.current(unknown.clone());

    assertThat(requested).containsExactly(Schemas.fingerprint(OtherVersions.OLDER));
  }

  /** A schema that differs is published by the first role that writes it. */
  @Test
  void shouldWriteTheKnownSchemas() {
    assertThat(Schemas.written().stream().map(Schemas::fingerprint).map("%016x"::formatted))
        .containsExactly(
            "88f419b3b4e97447",
            "093a8a5049573d66",
            "ec527104c02dc513",
            "e5d269f7f0ef62cd",
            "8062ae42c9855e20",
            "a0ad2b34e45c3bbe",
            "89b0f59c71696496");
  }
}
