package dev.sluice.topics.record;

import dev.sluice.topics.record.SchemaRegistry.RegistryRefusedException;
import dev.sluice.topics.record.SchemaRegistry.RegistrySilentException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;
import org.apache.avro.Schema;

/**
 * Decodes records of this and other versions of the program.
 *
 * <pre>
 * header of a current schema  --> value as it is
 * header of another schema    --> schema by fingerprint: published in the progress topic
 * Confluent's header          --> schema by id: registry
 *                                 then translated to the current schema
 * </pre>
 *
 * <p>Every version publishes its schemas in the progress topic before it writes records, so an
 * older version can read those of a newer one. Decoding a record of a current schema costs a
 * comparison of ten bytes and no copy. Unknown schemas are looked up once. Thread-safe.
 */
public final class WriterSchemas {
  private static final int MAX_CACHED = 1000;
  private static final byte[] NO_BYTES = {};
  private static final List<byte[]> HEADERS =
      Schemas.TRAVELLING.stream().map(Schemas::header).toList();

  private final LongFunction<Optional<Schema>> published;
  private final WireFormat format;
  private final Map<ByteBuffer, Writer> known = new ConcurrentHashMap<>();

  /**
   * A translation of values with a header, or the problem that prevents it; neither if the header
   * is unknown.
   */
  private record Writer(Optional<Translation> translation, Optional<String> problem) {}

  /**
   * Creates a decoder of records of this version and of published schemas.
   *
   * @param published looks up a published schema by fingerprint; may block and throw
   * @param format names the registry for records in Confluent's wire format
   */
  public WriterSchemas(LongFunction<Optional<Schema>> published, WireFormat format) {
    this.published = published;
    this.format = format;
  }

  /** Creates a decoder of records of this version and of published schemas, without a registry. */
  public WriterSchemas(LongFunction<Optional<Schema>> published) {
    this(published, WireFormat.singleObject());
  }

  /** Returns a decoder of records of this version only. */
  public static WriterSchemas shipped() {
    return new WriterSchemas(fingerprint -> Optional.empty());
  }

  /**
   * Translates a record to the current schema of its kind. Returns the array itself if the record
   * already has this schema, or if its schema is unknown, which parsing then reports. A record in
   * Confluent's wire format gets the header of single-object encoding.
   *
   * @throws MalformedRecordException if it does not match its schema, or its schema id cannot be
   *     resolved
   * @throws RegistrySilentException if an id is unknown and the registry does not respond
   * @throws RegistryRefusedException if the registry refuses the request
   */
  public byte[] current(byte[] value) throws MalformedRecordException {
    if (WireFormat.isConfluent(value)) {
      return translate(value, WireFormat.CONFLUENT_HEADER_LENGTH);
    }
    if (value.length < Schemas.HEADER_LENGTH || value[0] != (byte) 0xC3 || value[1] != 0x01) {
      return value;
    }
    for (byte[] header : HEADERS) {
      if (Schemas.hasHeader(value, header)) {
        return value;
      }
    }
    return translate(value, Schemas.HEADER_LENGTH);
  }

  private byte[] translate(byte[] value, int headerLength) throws MalformedRecordException {
    ByteBuffer header = ByteBuffer.wrap(Arrays.copyOf(value, headerLength));
    Writer writer = known.get(header);
    if (writer == null) {
      writer = find(header);
      remember(header, writer);
    }
    if (writer.problem.isPresent()) {
      throw new MalformedRecordException(writer.problem.get());
    }
    return writer.translation.isPresent()
        ? writer.translation.get().translate(value, headerLength)
        : value;
  }

  private Writer find(ByteBuffer header) {
    if (!WireFormat.isConfluent(header.array())) {
      long fingerprint = header.order(ByteOrder.LITTLE_ENDIAN).getLong(2);
      return new Writer(published.apply(fingerprint).flatMap(Translation::of), Optional.empty());
    }
    try {
      return new Writer(Optional.of(format.translation(header)), Optional.empty());
    } catch (MalformedRecordException e) {
      return new Writer(Optional.empty(), Optional.of(e.getMessage()));
    }
  }

  /**
   * Decodes a value of {@code documents} or of a curated topic.
   *
   * @param value value as read from the topic; null, a tombstone, is malformed
   * @throws MalformedRecordException if the value is not a {@link TopicRecord}, or {@link #current}
   *     throws the exception
   */
  public TopicRecord read(byte[] value) throws MalformedRecordException {
    return TopicRecord.parse(current(value == null ? NO_BYTES : value));
  }

  /**
   * Decodes a record and checks its key and partition.
   *
   * @throws MalformedRecordException if {@link #read(byte[])} or {@link TopicRecord#requirePlace}
   *     throws it
   */
  public TopicRecord read(byte[] key, byte[] value, int partition) throws MalformedRecordException {
    TopicRecord record = read(value);
    record.requirePlace(key, partition);
    return record;
  }

  /** Caches a writer, within a limit on the memory that random headers can take. */
  private void remember(ByteBuffer header, Writer writer) {
    if (known.size() >= MAX_CACHED) {
      known.clear();
    }
    known.put(header, writer);
  }
}
