package dev.sluice.topics.record;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;

/**
 * Brings values in Confluent's wire format into the form that everything here reads. Thread-safe;
 * the registry is asked once for each id.
 */
final class ConfluentReader {
  private static final int REMEMBERED = 1000;

  private final Optional<SchemaRegistry> registry;
  private final Map<Integer, Schema> registered;
  private final Map<Integer, Writer> known = new ConcurrentHashMap<>();

  /** What is known of an id: how its values are read, or why they cannot be. */
  private record Writer(Optional<Translation> translation, String problem) {}

  /**
   * @param registry to ask for schemas; where there is none, no value can be read
   * @param registered ids that are known already
   */
  ConfluentReader(Optional<SchemaRegistry> registry, Map<Integer, Schema> registered) {
    this.registry = registry;
    this.registered = registered;
  }

  /**
   * The value in single-object encoding of the current schema.
   *
   * @param value with the header of the wire format
   * @throws MalformedRecordException when its id cannot be resolved, or it is not what its schema
   *     says
   * @throws RegistrySilentException when the registry does not answer
   * @throws RegistryRefusedException when the registry refuses to answer
   */
  byte[] current(byte[] value) throws MalformedRecordException {
    int id = ConfluentHeader.schemaId(value);
    Writer writer = known.get(id);
    if (writer == null) {
      writer = find(id);
      remember(id, writer);
    }
    if (writer.translation.isEmpty()) {
      throw new MalformedRecordException(writer.problem);
    }
    return writer.translation.get().translate(value, ConfluentHeader.LENGTH);
  }

  /** Random ids must not fill the memory. */
  private void remember(int id, Writer writer) {
    if (known.size() >= REMEMBERED) {
      known.clear();
    }
    known.put(id, writer);
  }

  private Writer find(int id) {
    if (registry.isEmpty()) {
      return unreadable(id, "in Confluent's wire format, and no registry is configured");
    }
    try {
      Optional<Schema> schema =
          registered.containsKey(id) ? Optional.of(registered.get(id)) : registry.get().schema(id);
      if (schema.isEmpty()) {
        return unreadable(id, "is not known to the registry at " + registry.get().url());
      }
      Optional<Translation> translation = Translation.of(schema.get());
      return translation.isPresent()
          ? new Writer(translation, "")
          : unreadable(id, "is of %s, which is none of ours".formatted(schema.get().getFullName()));
    } catch (MalformedRecordException e) {
      return unreadable(id, e.getMessage());
    }
  }

  private static Writer unreadable(int id, String problem) {
    return new Writer(
        Optional.empty(), "schema id %s %s".formatted(Integer.toUnsignedString(id), problem));
  }
}
