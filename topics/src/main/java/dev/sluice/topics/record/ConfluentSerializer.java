package dev.sluice.topics.record;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Replaces the header of values in single-object encoding by that of Confluent's wire format,
 * copying them. Leaves other values unchanged. Immutable and thread-safe.
 */
final class ConfluentSerializer implements Serializer<byte[]> {
  private final List<Swap> swaps = new ArrayList<>();

  private record Swap(byte[] from, byte[] to) {}

  /** A serializer for these schemas, by their ids in the registry. */
  ConfluentSerializer(Map<Integer, Schema> registered) {
    registered.forEach(
        (id, schema) -> swaps.add(new Swap(Schemas.header(schema), ConfluentHeader.of(id))));
  }

  @Override
  public byte[] serialize(String topic, byte[] value) {
    if (value != null) {
      for (Swap swap : swaps) {
        if (Schemas.hasHeader(value, swap.from)) {
          return ConfluentHeader.replace(value, Schemas.HEADER_LENGTH, swap.to);
        }
      }
    }
    return value;
  }
}
