package dev.sluice.topics.record;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;

/**
 * Translates records of one writer's schema to the current schema of their kind.
 *
 * @param writer schema that the records were written with
 * @param reader current schema
 * @param same whether both have the same form, so that bodies are not translated
 */
record Translation(Schema writer, Schema reader, boolean same) {
  private static final List<Schema> CURRENT =
      List.of(
          Schemas.DOCUMENT,
          Schemas.SELECTED_ROWS,
          Schemas.END_OF_UNIT,
          Schemas.FORGET,
          Schemas.WATERMARK,
          Schemas.BAND_BLOCK,
          Schemas.CHECKED_BAND_BLOCK);

  /** The schemas of records that pass through the topology. */
  static List<Schema> current() {
    return CURRENT;
  }

  /** The translation of a writer's schema; empty if it is not compatible with a current schema. */
  static Optional<Translation> of(Schema writer) {
    return CURRENT.stream()
        .filter(reader -> reader.getFullName().equals(writer.getFullName()))
        .filter(
            reader ->
                SchemaCompatibility.checkReaderWriterCompatibility(reader, writer).getType()
                    == SchemaCompatibilityType.COMPATIBLE)
        .findFirst()
        .map(reader -> new Translation(writer, reader, isSame(writer, reader)));
  }

  private static boolean isSame(Schema writer, Schema reader) {
    return Schemas.fingerprint(writer) == Schemas.fingerprint(reader);
  }

  /**
   * Translates a record to single-object encoding in the current schema.
   *
   * @param value a record in the writer's schema, with a header of any kind
   * @param headerLength length of the header
   * @throws MalformedRecordException if it does not match its schema
   */
  byte[] translate(byte[] value, int headerLength) throws MalformedRecordException {
    if (same) {
      return ConfluentHeader.replace(value, headerLength, Schemas.header(reader));
    }
    // Avro's reader trusts lengths, so all of them are first checked against the bytes.
    AvroReader check = new AvroReader(value, headerLength);
    check.skip(writer);
    check.requireEnd();
    try {
      int length = value.length - headerLength;
      GenericRecord record =
          new GenericDatumReader<GenericRecord>(writer, reader)
              .read(null, DecoderFactory.get().binaryDecoder(value, headerLength, length, null));
      return SingleObject.encode(record);
    } catch (IOException | RuntimeException e) {
      throw new MalformedRecordException(
          "cannot be read as %s: %s".formatted(reader.getName(), e.getMessage()), e);
    }
  }
}
