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
 * How records of one writer's schema are brought into the current one of their kind.
 *
 * @param writer that they were written with
 * @param reader that this program reads
 * @param same whether both have the same form, so that bodies need no translation
 */
record Translation(Schema writer, Schema reader, boolean same) {
  private static final List<Schema> CURRENT =
      List.of(Schemas.DOCUMENT, Schemas.END_OF_UNIT, Schemas.FORGET);

  /** The schemas of what travels through the topology. */
  static List<Schema> current() {
    return CURRENT;
  }

  /** From a writer's schema to ours; empty where that cannot be. */
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
   * A record in single-object encoding of the current schema.
   *
   * @param value in the writer's schema, behind a header of any kind
   * @param headerLength how long that is
   * @throws MalformedRecordException when it is not what its schema says
   */
  byte[] translate(byte[] value, int headerLength) throws MalformedRecordException {
    if (same) {
      return ConfluentHeader.replace(value, headerLength, Schemas.header(reader));
    }
    // Avro's own reader believes lengths: first every one of them is compared with the bytes.
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
