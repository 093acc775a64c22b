package dev.sluice.topics.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.topics.record.SelectedRows.SelectedRow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.avro.message.BinaryMessageEncoder;
import org.junit.jupiter.api.Test;

class SelectedRowsTest {
  private static final byte[] TEXT = "a text".getBytes(UTF_8);
  private static final TextPointer POINTER =
      new TextPointer(3, 6, TextDigest.crc(TEXT, 0, 6), true);

  /** A row's fields, apart from any encoding. */
  private record Fields(
      long row, String dump, String id, OptionalDouble score, Optional<TextPointer> pointer) {
    static Fields of(SelectedRow row) {
      return new Fields(
          row.row(),
          row.dump(),
          new String(row.id(), UTF_8),
          row.hasScore() ? OptionalDouble.of(row.score()) : OptionalDouble.empty(),
          row.pointer());
    }
  }

  private static Fields row(long row, String dump) {
    return new Fields(row, dump, "id-" + row, OptionalDouble.of(3.5), Optional.of(POINTER));
  }

  static byte[] encoded() {
    return encode(rows());
  }

  private static List<Fields> rows() {
    return List.of(
        row(7, "CC-MAIN-2024-10"),
        new Fields(8, "unknown", "", OptionalDouble.empty(), Optional.empty()),
        new Fields(
            9,
            "CC-MAIN-2024-10",
            "Grüße",
            OptionalDouble.of(-0.0),
            Optional.of(new TextPointer(3, 20_000_000_000L, POINTER.hash(), false))));
  }

  private static byte[] encode(List<Fields> rows) {
    SelectedRows.Encoder encoder = new SelectedRows.Encoder("unit#1", "data/a.parquet", 3);
    for (Fields row : rows) {
      encoder.add(
          new DocumentEncoder.Head(row.row(), row.dump(), row.score()),
          row.id().getBytes(UTF_8),
          row.pointer());
    }
    byte[] value = encoder.take().orElseThrow();
    assertThat(encoder.take()).isEmpty();
    return value;
  }

  private static List<Fields> fields(byte[] value) throws MalformedRecordException {
    return SelectedRows.parse(value).documents().stream().map(Fields::of).toList();
  }

  @Test
  void shouldReadWhatTheEncoderWrote() throws MalformedRecordException {
    SelectedRows selected = SelectedRows.parse(encode(rows()));

    assertThat(selected.unit()).isEqualTo("unit#1");
    assertThat(selected.file()).isEqualTo("data/a.parquet");
    assertThat(selected.rowGroup()).isEqualTo(3);
    assertThat(selected.documents()).extracting(Fields::of).isEqualTo(rows());
    assertThat(selected.documents()).extracting(SelectedRow::unit).containsOnly("unit#1");
    assertThat(selected.documents()).extracting(SelectedRow::file).containsOnly("data/a.parquet");
  }

  @Test
  void shouldEncodeAgainAfterItWasTaken() throws MalformedRecordException {
    SelectedRows.Encoder encoder = new SelectedRows.Encoder("unit#1", "f", 0);
    DocumentEncoder.Head head = new DocumentEncoder.Head(1, "unknown", OptionalDouble.empty());
    encoder.add(
        new DocumentEncoder.Head(0, "CC-MAIN-2024-10", OptionalDouble.empty()),
        TEXT,
        Optional.empty());
    encoder.take();
    encoder.add(head, TEXT, Optional.empty());

    assertThat(fields(encoder.take().orElseThrow()))
        .containsExactly(
            new Fields(1, "unknown", "a text", OptionalDouble.empty(), Optional.empty()));
  }

  @Test
  void shouldWriteTheBytesThatAvroWritesAndReads() throws IOException, MalformedRecordException {
    byte[] value = encode(rows());

    GenericRecord generic =
        new BinaryMessageDecoder<GenericRecord>(GenericData.get(), Schemas.SELECTED_ROWS)
            .decode(value);
    ByteBuffer written =
        new BinaryMessageEncoder<GenericRecord>(GenericData.get(), Schemas.SELECTED_ROWS)
            .encode(generic);

    assertThat(written).isEqualTo(ByteBuffer.wrap(value));
    assertThat(generic.get("rowGroup")).isEqualTo(3);
    assertThat((List<?>) generic.get("rows")).hasSize(3);
  }

  @Test
  void shouldKeepSomeRowsAsTheyAre() throws MalformedRecordException {
    SelectedRows selected = SelectedRows.parse(encode(rows()));

    assertThat(
            fields(
                selected.only(List.of(selected.documents().get(0), selected.documents().get(2)))))
        .containsExactly(rows().get(0), rows().get(2));
    assertThat(selected.only(selected.documents())).isSameAs(selected.value());
  }

  @Test
  void shouldCallAnAbsentTextBlank() throws MalformedRecordException {
    List<SelectedRow> rows = SelectedRows.parse(encode(rows())).documents();

    assertThat(rows).extracting(SelectedRow::hasBlankText).containsExactly(false, true, false);
    assertThat(rows.get(0).hasWellFormedText()).isTrue();
    assertThat(rows.get(2).hasWellFormedText()).isFalse();
  }

  @Test
  void shouldRefuseRowsOutOfOrder() {
    byte[] value = encode(List.of(row(7, "unknown"), row(7, "unknown")));

    assertThatThrownBy(() -> SelectedRows.parse(value))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessage(
            "row 7 of data/a.parquet comes after row 7, but rows must be in ascending order");
  }

  @Test
  void shouldRefuseADumpThatIsAPath() {
    byte[] value = encode(List.of(row(7, "../../etc")));

    assertThatThrownBy(() -> SelectedRows.parse(value))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessageContaining("dump \"../../etc\"");
  }

  @Test
  void shouldRefuseARecordWithoutRowsAndADumpThatItDoesNotList() {
    assertThatThrownBy(() -> SelectedRows.parse(generic(List.of(), List.of())))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessage("the record of selected rows of f is empty");
    assertThatThrownBy(() -> SelectedRows.parse(generic(List.of("unknown"), List.of(1))))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessage("dump index 1 is out of range: the record has 1 dumps");
  }

  /** Selected rows with any dumps, and rows with any index of a dump. */
  private static byte[] generic(List<String> dumps, List<Integer> indexes) {
    Schema type = Schemas.SELECTED_ROWS.getField("rows").schema().getElementType();
    List<GenericRecord> rows = new ArrayList<>();
    for (int index : indexes) {
      GenericRecord row = new GenericData.Record(type);
      row.put("row", (long) rows.size());
      row.put("dump", index);
      row.put("id", ByteBuffer.wrap(TEXT));
      rows.add(row);
    }
    GenericRecord record = new GenericData.Record(Schemas.SELECTED_ROWS);
    record.put("unit", "unit#1");
    record.put("file", "f");
    record.put("rowGroup", 0);
    record.put("dumps", dumps);
    record.put("rows", rows);
    return Translation.encode(record);
  }

  @Test
  void shouldBelongWhereThereIsNoKey() throws MalformedRecordException {
    SelectedRows selected = SelectedRows.parse(encode(rows()));

    selected.requirePlace(new byte[0], 5);
    selected.requirePlace(null, 5);
    assertThatThrownBy(() -> selected.requirePlace(TEXT, 5))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessage("a record of selected rows must not have a key");
  }

  @Test
  void shouldBeReadAsARecordOfATopic() throws MalformedRecordException {
    assertThat(WriterSchemas.shipped().read(encode(rows()))).isInstanceOf(SelectedRows.class);
  }

  @Test
  void shouldTellTheHashesOfTexts() {
    ByteBuffer none = ByteBuffer.allocate(0);
    ByteBuffer text = ByteBuffer.wrap(TEXT, 0, 6);
    Stream.of(TextDigest.crc(TEXT, 0, 6), TextDigest.sha256(TEXT, 0, 6))
        .forEach(
            hash -> {
              assertThat(hash.matches(text, none)).isTrue();
              assertThat(hash.matches(ByteBuffer.wrap(TEXT, 0, 5), none)).isFalse();
            });
    assertThat(new TextDigest(HexFormat.of().parseHex("00ff")).matches(text, none)).isFalse();
  }

  @Test
  void shouldTellBothCrcsAsOneNumber() {
    TextDigest sha256 = TextDigest.sha256(TEXT, 0, 6);

    assertThat(TextDigest.crc(TEXT, 0, 6).crcs())
        .isEqualTo(TextDigest.crc(TEXT, 0, 6).crcs())
        .isNotEqualTo(TextDigest.crc(TEXT, 0, 5).crcs());
    assertThatThrownBy(sha256::crcs).isInstanceOf(IllegalStateException.class);
  }
}
