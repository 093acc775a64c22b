package dev.sluice.topics.record;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serializer;

/**
 * The form of values on the documents and the curated topics, at the boundary to the broker: within
 * the program they are always in single-object encoding. Both forms are read where a registry is
 * named, whichever is written, so that a topic may hold a mixture. Immutable and thread-safe.
 */
public final class WireFormat {
  private static final WireFormat SINGLE_OBJECT = new WireFormat(Optional.empty(), Map.of());

  private final Optional<SchemaRegistry> registry;
  private final Map<Integer, Schema> registered;

  private WireFormat(Optional<SchemaRegistry> registry, Map<Integer, Schema> registered) {
    this.registry = registry;
    this.registered = Map.copyOf(registered);
  }

  /** Writes single-object encoding and reads nothing else. Copies no value. */
  public static WireFormat singleObject() {
    return SINGLE_OBJECT;
  }

  /** Writes single-object encoding, reads also Confluent's wire format. Asks for nothing yet. */
  public static WireFormat singleObject(SchemaRegistry registry) {
    return new WireFormat(Optional.of(registry), Map.of());
  }

  /**
   * Writes Confluent's wire format. Registers the schemas first, each under its full name.
   *
   * @throws RegistrySilentException when the registry does not answer
   * @throws RegistryRefusedException when the registry does not take them
   */
  public static WireFormat confluent(SchemaRegistry registry) {
    Map<Integer, Schema> registered = new LinkedHashMap<>();
    for (Schema schema : Translation.current()) {
      registered.put(registry.register(schema), schema);
    }
    return new WireFormat(Optional.of(registry), registered);
  }

  /**
   * What makes the values that are sent: documents, markers and forget records in this form, all
   * others as they are. Thread-safe.
   */
  public Serializer<byte[]> serializer() {
    return registered.isEmpty() ? new ByteArraySerializer() : new ConfluentSerializer(registered);
  }

  /** Reads values that are in Confluent's form. */
  ConfluentReader reader() {
    return new ConfluentReader(registry, registered);
  }
}
