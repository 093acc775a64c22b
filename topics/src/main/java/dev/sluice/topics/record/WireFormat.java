package dev.sluice.topics.record;

import dev.sluice.topics.record.SchemaRegistry.RegistryRefusedException;
import dev.sluice.topics.record.SchemaRegistry.RegistrySilentException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;

/**
 * The format of values on {@code documents} and the curated topics. It only matters at the boundary
 * to the broker: within the program, values are in single-object encoding. If a registry is
 * configured, both formats are read, so a topic may contain a mixture. Immutable and thread-safe.
 *
 * <p>A value in Confluent's wire format begins with the byte 0 and the registry's id of the
 * writer's schema, big-endian. The Avro body that follows is the same as in single-object encoding.
 */
public final class WireFormat {
  /** The number of bytes before the Avro body in Confluent's wire format. */
  static final int CONFLUENT_HEADER_LENGTH = 1 + Integer.BYTES;

  private static final byte MAGIC = 0;
  private static final WireFormat SINGLE_OBJECT = new WireFormat(Optional.empty(), Map.of());

  private final Optional<SchemaRegistry> registry;
  private final Map<Integer, Schema> registered;
  private final List<Swap> swaps = new ArrayList<>();

  /** A header in single-object encoding and its replacement. */
  private record Swap(byte[] from, byte[] to) {}

  private WireFormat(Optional<SchemaRegistry> registry, Map<Integer, Schema> registered) {
    this.registry = registry;
    this.registered = Map.copyOf(registered);
    registered.forEach((id, schema) -> swaps.add(new Swap(Schemas.header(schema), header(id))));
  }

  /** Returns a format that reads and writes single-object encoding. Values are not copied. */
  public static WireFormat singleObject() {
    return SINGLE_OBJECT;
  }

  /**
   * Returns a format that writes single-object encoding and reads both formats. Sends no request
   * yet.
   */
  public static WireFormat singleObject(SchemaRegistry registry) {
    return new WireFormat(Optional.of(registry), Map.of());
  }

  /**
   * Returns a format that writes Confluent's wire format and reads both formats. Registers the
   * schemas, each under its full name.
   *
   * @throws RegistrySilentException if the registry does not respond
   * @throws RegistryRefusedException if the registry refuses the schemas
   */
  public static WireFormat confluent(SchemaRegistry registry) {
    Map<Integer, Schema> registered = new LinkedHashMap<>();
    for (Schema schema : Schemas.TRAVELLING) {
      registered.put(registry.register(schema), schema);
    }
    return new WireFormat(Optional.of(registry), registered);
  }

  /**
   * Returns a serializer that converts documents, markers and forget records to this format. Other
   * values are unchanged. Thread-safe.
   */
  public Serializer<byte[]> serializer() {
    return swaps.isEmpty() ? new ByteArraySerializer() : (topic, value) -> confluent(value);
  }

  private byte[] confluent(byte[] value) {
    if (value != null) {
      for (Swap swap : swaps) {
        if (Schemas.hasHeader(value, swap.from)) {
          return Translation.replace(value, Schemas.HEADER_LENGTH, swap.to);
        }
      }
    }
    return value;
  }

  private static byte[] header(int schemaId) {
    return ByteBuffer.allocate(CONFLUENT_HEADER_LENGTH).put(MAGIC).putInt(schemaId).array();
  }

  /** Returns whether a value begins with the header of Confluent's wire format. */
  static boolean isConfluent(byte[] value) {
    return value.length >= CONFLUENT_HEADER_LENGTH && value[0] == MAGIC;
  }

  /**
   * Finds how to translate values with this header of Confluent's wire format.
   *
   * @throws MalformedRecordException if its id cannot be resolved, or belongs to a foreign schema
   * @throws RegistrySilentException if the registry does not respond
   * @throws RegistryRefusedException if the registry refuses the request
   */
  Translation translation(ByteBuffer header) throws MalformedRecordException {
    int id = header.getInt(1);
    if (registry.isEmpty()) {
      throw unreadable(
          id, "belongs to a record in Confluent's wire format, but topics.registry-url is not set");
    }
    Optional<Schema> schema =
        registered.containsKey(id) ? Optional.of(registered.get(id)) : registry.get().schema(id);
    if (schema.isEmpty()) {
      throw unreadable(id, "is not known to the registry at " + registry.get().url());
    }
    return Translation.of(schema.get())
        .orElseThrow(
            () ->
                unreadable(
                    id,
                    "refers to %s, which is not a schema of Sluice"
                        .formatted(schema.get().getFullName())));
  }

  private static MalformedRecordException unreadable(int id, String problem) {
    return new MalformedRecordException(
        "schema id %s %s".formatted(Integer.toUnsignedString(id), problem));
  }
}
