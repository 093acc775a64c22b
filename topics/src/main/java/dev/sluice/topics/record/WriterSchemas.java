package dev.sluice.topics.record;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;
import org.apache.avro.Schema;

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
  private static final byte[] NO_BYTES = {};
  private static final List<byte[]> HEADERS =
      Translation.current().stream().map(Schemas::header).toList();

  private final LongFunction<Optional<Schema>> published;
  private final ConfluentReader confluent;
  private final Map<Long, Optional<Translation>> known = new ConcurrentHashMap<>();

  /**
   * Schemas of this and earlier versions, and others by a look at where they are published.
   *
   * @param published the schema of a fingerprint, if it is there now; may block and throw
   * @param format which names the registry that knows of records in Confluent's wire format
   */
  public WriterSchemas(LongFunction<Optional<Schema>> published, WireFormat format) {
    this.published = published;
    this.confluent = format.reader();
  }

  /** The same without a registry. */
  public WriterSchemas(LongFunction<Optional<Schema>> published) {
    this(published, WireFormat.singleObject());
  }

  /** Schemas of this and earlier versions alone. */
  public static WriterSchemas shipped() {
    return new WriterSchemas(fingerprint -> Optional.empty());
  }

  /**
   * The record in the current schema of its kind: the array itself where it is in it already, or
   * where its schema is unknown or no schema of ours, which whoever parses it will find out. One in
   * Confluent's wire format gets the header of the single-object encoding.
   *
   * @throws MalformedRecordException when it is not what its schema says, or has a schema id that
   *     cannot be resolved
   * @throws RegistrySilentException when the registry is to be asked for an id, and does not answer
   * @throws RegistryRefusedException when the registry refuses to answer
   */
  public byte[] current(byte[] value) throws MalformedRecordException {
    if (ConfluentHeader.isOn(value)) {
      return confluent.current(value);
    }
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
    return translation.isPresent()
        ? translation.get().translate(value, Schemas.HEADER_LENGTH)
        : value;
  }

  /**
   * Decodes a value of {@code documents} or of a curated topic.
   *
   * @param value as it is on the topic; null, a tombstone, is malformed
   * @throws MalformedRecordException if it is not a {@link TopicRecord}, or as {@link #current}
   *     does
   */
  public TopicRecord read(byte[] value) throws MalformedRecordException {
    return TopicRecord.parse(current(value == null ? NO_BYTES : value));
  }

  /**
   * Decodes a record and checks that it is where its producer puts it.
   *
   * @throws MalformedRecordException as {@link #read(byte[])} and {@link TopicRecord#requirePlace}
   *     do
   */
  public TopicRecord read(byte[] key, byte[] value, int partition) throws MalformedRecordException {
    TopicRecord record = read(value);
    record.requirePlace(key, partition);
    return record;
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
        .flatMap(Translation::of);
  }
}
