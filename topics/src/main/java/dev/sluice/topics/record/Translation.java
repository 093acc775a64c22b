package dev.sluice.topics.record;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;

/**
 * Translates records of one writer's schema to the current schema of their kind.
 *
 * @param writer schema that the records were written with
 * @param reader current schema
 * @param same whether both have the same form, so that bodies need no translation
 */
record Translation(Schema writer, Schema reader, boolean same) {
  /**
   * Returns the translation for a writer's schema, or empty if that schema is not compatible with a
   * current one.
   */
  static Optional<Translation> of(Schema writer) {
    return Schemas.TRAVELLING.stream()
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
      return replace(value, headerLength, Schemas.header(reader));
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
      return encode(record);
    } catch (IOException | RuntimeException e) {
      throw new MalformedRecordException(
          "cannot be read as %s: %s".formatted(reader.getName(), e.getMessage()), e);
    }
  }

  /** Returns a copy of a value whose header of this length is replaced. */
  static byte[] replace(byte[] value, int length, byte[] header) {
    byte[] replaced = Arrays.copyOf(header, header.length + value.length - length);
    System.arraycopy(value, length, replaced, header.length, value.length - length);
    return replaced;
  }

  /** Encodes a record in Avro's single-object encoding, with Avro's generic writer. */
  static byte[] encode(GenericRecord record) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(Schemas.header(record.getSchema()));
    try {
      BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
      new GenericDatumWriter<GenericRecord>(record.getSchema()).write(record, encoder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
