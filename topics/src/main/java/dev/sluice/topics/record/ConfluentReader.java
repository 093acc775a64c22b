package dev.sluice.topics.record;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;

/**
 * Converts values from Confluent's wire format to single-object encoding. Requests each schema id
 * from the registry once. Thread-safe.
 */
final class ConfluentReader {
  private static final int MAX_CACHED = 1000;

  private final Optional<SchemaRegistry> registry;
  private final Map<Integer, Schema> registered;
  private final Map<Integer, Writer> known = new ConcurrentHashMap<>();

  /** A schema id: how to read its values, or why that is not possible. */
  private record Writer(Optional<Translation> translation, String problem) {}

  /**
   * @param registry where unknown ids are looked up; if empty, no value can be read
   * @param registered schemas of known ids
   */
  ConfluentReader(Optional<SchemaRegistry> registry, Map<Integer, Schema> registered) {
    this.registry = registry;
    this.registered = registered;
  }

  /**
   * Converts a value to single-object encoding in the current schema.
   *
   * @param value a value with the header of the wire format
   * @throws MalformedRecordException if its id cannot be resolved, or it does not match its schema
   * @throws RegistrySilentException if the registry does not respond
   * @throws RegistryRefusedException if the registry refuses the request
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

  /** Limits the memory that random ids can take. */
  private void remember(int id, Writer writer) {
    if (known.size() >= MAX_CACHED) {
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
