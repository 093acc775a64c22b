package dev.sluice.topics.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.topics.record.TestingDocuments.Fields;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.message.BinaryMessageDecoder;
import org.junit.jupiter.api.Test;

class DocumentRecordTest {
  private static final int DOCUMENTS = 3_000;

  private static Stream<Fields> documents() {
    TestingDocuments random = new TestingDocuments(20_240_310);
    Stream<Fields> fixed = Stream.of(TestingDocuments.plain(), TestingDocuments.pointed());
    return Stream.concat(fixed, Stream.generate(random::next).limit(DOCUMENTS));
  }

  private static Fields fields(DocumentRecord document) {
    String text =
        new String(document.textBytes(), document.textOffset(), document.textLength(), UTF_8);
    return new Fields(
        document.unit(),
        document.file(),
        document.row(),
        document.dump(),
        new String(document.id(), UTF_8),
        document.hasScore() ? OptionalDouble.of(document.score()) : OptionalDouble.empty(),
        document.pointer(),
        text.isEmpty() ? Optional.empty() : Optional.of(text));
  }

  private static byte[] encodeByAvro(Fields document) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
    new GenericDatumWriter<GenericRecord>(Schemas.DOCUMENT).write(document.generic(), encoder);
    encoder.flush();
    return out.toByteArray();
  }

  private static byte[] withHeader(byte[] body) {
    byte[] value = new byte[Schemas.HEADER_LENGTH + body.length];
    System.arraycopy(DocumentRecord.header(), 0, value, 0, Schemas.HEADER_LENGTH);
    System.arraycopy(body, 0, value, Schemas.HEADER_LENGTH, body.length);
    return value;
  }

  @Test
  void shouldReadWhatTheEncoderWrote() {
    assertThat(documents())
        .allSatisfy(
            document -> {
              DocumentRecord read = DocumentRecord.parse(document.encode());
              assertThat(fields(read)).isEqualTo(document);
              assertThat(read.columns()).isEqualTo(document.columns());
            });
  }

  @Test
  void shouldWriteTheBytesThatAvroWrites() {
    assertThat(documents())
        .allSatisfy(
            document ->
                assertThat(document.encode()).isEqualTo(withHeader(encodeByAvro(document))));
  }

  @Test
  void shouldReadWhatAvroWrote() {
    assertThat(documents())
        .allSatisfy(
            document ->
                assertThat(fields(DocumentRecord.parse(withHeader(encodeByAvro(document)))))
                    .isEqualTo(document));
  }

  @Test
  void shouldWriteWhatAvroReads() {
    GenericDatumReader<GenericRecord> reader = new GenericDatumReader<>(Schemas.DOCUMENT);
    assertThat(documents())
        .allSatisfy(
            document -> {
              byte[] value = document.encode();
              BinaryDecoder decoder =
                  DecoderFactory.get()
                      .binaryDecoder(
                          value, Schemas.HEADER_LENGTH, value.length - Schemas.HEADER_LENGTH, null);
              GenericRecord read = reader.read(null, decoder);
              assertThat(GenericData.get().compare(read, document.generic(), Schemas.DOCUMENT))
                  .isZero();
              assertThat(decoder.isEnd()).isTrue();
            });
  }

  @Test
  void shouldBeReadableByAvrosOwnSingleObjectDecoder() throws IOException {
    BinaryMessageDecoder<GenericRecord> decoder =
        new BinaryMessageDecoder<>(GenericData.get(), Schemas.DOCUMENT);

    GenericRecord read = decoder.decode(TestingDocuments.plain().encode());

    assertThat(read.get("row")).isEqualTo(7L);
  }

  @Test
  void shouldLeaveTheTextInTheValue() throws MalformedRecordException {
    byte[] value = TestingDocuments.plain().encode();

    DocumentRecord document = DocumentRecord.parse(value);

    assertThat(document.textBytes()).isSameAs(value);
    assertThat(document.textOffset() + document.textLength()).isEqualTo(value.length);
  }

  @Test
  void shouldCallAPointedTextNeitherBlankNorIllFormed() throws MalformedRecordException {
    DocumentRecord document = DocumentRecord.parse(TestingDocuments.pointed().encode());

    assertThat(document.hasBlankText()).isFalse();
    assertThat(document.hasWellFormedText()).isTrue();
    assertThat(document.textLength()).isZero();
  }

  @Test
  void shouldCallAnAbsentTextBlank() throws MalformedRecordException {
    DocumentEncoder encoder = new DocumentEncoder("u#1", "f");
    DocumentEncoder.Head head = new DocumentEncoder.Head(0, "unknown", OptionalDouble.empty());

    DocumentRecord document = DocumentRecord.parse(encoder.encodeWithoutText(head, new byte[] {1}));

    assertThat(document.hasBlankText()).isTrue();
  }
}
