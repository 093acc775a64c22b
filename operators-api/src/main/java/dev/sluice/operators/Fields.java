package dev.sluice.operators;

import java.util.Map;
import java.util.Optional;

/** The columns of a row other than the text. Read-only. */
@FunctionalInterface
public interface Fields {
  /** No columns. */
  Fields NONE = path -> Optional.empty();

  /**
   * The value of a column; empty if it is null or does not exist.
   *
   * @param path its name, or a path into structs with dots: {@code metadata.source}
   */
  Optional<FieldValue> find(String path);

  /** Fields from a map. */
  static Fields of(Map<String, FieldValue> values) {
    Map<String, FieldValue> copy = Map.copyOf(values);
    return path -> Optional.ofNullable(copy.get(path));
  }
}
