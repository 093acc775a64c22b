package dev.sluice.topics;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;

/**
 * Brings records that an older or newer version of the program wrote into the form that this one
 * reads, by the fingerprint of the schema that they were written with. Schemas are known from this
 * program, which has those of earlier versions, and from the progress topic, where every version
 * publishes its own before it writes anything.
 *
 * <p>A record of the current schemas costs a comparison of ten bytes and is not copied.
 * Thread-safe; an unknown fingerprint is looked up once.
 */
public final class WriterSchemas {
  private static final int REMEMBERED = 1000;
  private static final List<Schema> CURRENT =
      List.of(Schemas.DOCUMENT, Schemas.END_OF_UNIT, Schemas.FORGET);
  private static final List<byte[]> HEADERS = CURRENT.stream().map(Schemas::header).toList();

  private final LongFunction<Optional<Schema>> published;
  private final Map<Long, Optional<Translation>> known = new ConcurrentHashMap<>();

  /** How records of one writer's schema are brought into the current one. */
  private record Translation(Schema writer, Schema reader) {
    byte[] translate(byte[] value) throws MalformedRecordException {
      // Avro's own reader believes lengths: first every one of them is compared with the bytes.
      AvroReader check = new AvroReader(value, Schemas.HEADER_LENGTH);
      check.skip(writer);
      check.requireEnd();
      try {
        int length = value.length - Schemas.HEADER_LENGTH;
        GenericRecord record =
            new GenericDatumReader<GenericRecord>(writer, reader)
                .read(
                    null,
                    DecoderFactory.get().binaryDecoder(value, Schemas.HEADER_LENGTH, length, null));
        return SingleObject.encode(record);
      } catch (IOException | RuntimeException e) {
        throw new MalformedRecordException(
            "cannot be read as %s: %s".formatted(reader.getName(), e.getMessage()), e);
      }
    }
  }

  /**
   * Schemas of this and earlier versions, and others by a look at where they are published.
   *
   * @param published the schema of a fingerprint, if it is there now; may block and throw
   */
  public WriterSchemas(LongFunction<Optional<Schema>> published) {
    this.published = published;
  }

  /** Schemas of this and earlier versions alone. */
  public static WriterSchemas shipped() {
    return new WriterSchemas(fingerprint -> Optional.empty());
  }

  /**
   * The record in the current schema of its kind: the array itself where it is in it already, or
   * where its schema is unknown or no schema of ours, which whoever parses it will find out.
   *
   * @throws MalformedRecordException when it is not what its schema says
   */
  public byte[] current(byte[] value) throws MalformedRecordException {
    if (value.length < Schemas.HEADER_LENGTH || value[0] != (byte) 0xC3 || value[1] != 0x01) {
      return value;
    }
    for (byte[] header : HEADERS) {
      if (Schemas.hasHeader(value, header)) {
        return value;
      }
    }
    long fingerprint = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getLong(2);
    Optional<Translation> translation = known.get(fingerprint);
    if (translation == null) {
      translation = find(fingerprint);
      remember(fingerprint, translation);
    }
    return translation.isPresent() ? translation.get().translate(value) : value;
  }

  /** Random fingerprints must not fill the memory. */
  private void remember(long fingerprint, Optional<Translation> translation) {
    if (known.size() >= REMEMBERED) {
      known.clear();
    }
    known.put(fingerprint, translation);
  }

  private Optional<Translation> find(long fingerprint) {
    return Schemas.former(fingerprint)
        .or(() -> published.apply(fingerprint))
        .flatMap(WriterSchemas::translation);
  }

  private static Optional<Translation> translation(Schema writer) {
    return CURRENT.stream()
        .filter(reader -> reader.getFullName().equals(writer.getFullName()))
        .filter(
            reader ->
                SchemaCompatibility.checkReaderWriterCompatibility(reader, writer).getType()
                    == SchemaCompatibilityType.COMPATIBLE)
        .findFirst()
        .map(reader -> new Translation(writer, reader));
  }
}
