package dev.sluice.topics.record;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;

/**
 * The format of values on {@code documents} and the curated topics. It only exists at the boundary
 * to the broker: within the program, values are in single-object encoding. If a registry is
 * configured, both formats are read, so a topic may contain a mixture. Immutable and thread-safe.
 */
public final class WireFormat {
  private static final WireFormat SINGLE_OBJECT = new WireFormat(Optional.empty(), Map.of());

  private final Optional<SchemaRegistry> registry;
  private final Map<Integer, Schema> registered;

  private WireFormat(Optional<SchemaRegistry> registry, Map<Integer, Schema> registered) {
    this.registry = registry;
    this.registered = Map.copyOf(registered);
  }

  /** Reads and writes single-object encoding. Copies no value. */
  public static WireFormat singleObject() {
    return SINGLE_OBJECT;
  }

  /** Writes single-object encoding, reads both formats. Sends no request yet. */
  public static WireFormat singleObject(SchemaRegistry registry) {
    return new WireFormat(Optional.of(registry), Map.of());
  }

  /**
   * Writes Confluent's wire format, reads both formats. Registers the schemas, each under its full
   * name.
   *
   * @throws RegistrySilentException if the registry does not respond
   * @throws RegistryRefusedException if the registry refuses the schemas
   */
  public static WireFormat confluent(SchemaRegistry registry) {
    Map<Integer, Schema> registered = new LinkedHashMap<>();
    for (Schema schema : Translation.current()) {
      registered.put(registry.register(schema), schema);
    }
    return new WireFormat(Optional.of(registry), registered);
  }

  /**
   * A serializer that converts documents, markers and forget records to this format, and leaves
   * other values unchanged. Thread-safe.
   */
  public Serializer<byte[]> serializer() {
    return registered.isEmpty() ? new ByteArraySerializer() : new ConfluentSerializer(registered);
  }

  /** A reader for values in Confluent's wire format. */
  ConfluentReader reader() {
    return new ConfluentReader(registry, registered);
  }
}
