package dev.sluice.operators;

import java.util.Map;
import java.util.Optional;

/** The columns of a row beside its text, to be read only: no operator changes them. */
@FunctionalInterface
public interface Fields {
  /** No columns at all. */
  Fields NONE = path -> Optional.empty();

  /**
   * The value of a column; empty where it is null or there is no such column.
   *
   * @param path its name, or a path into structs with dots: {@code metadata.source}
   */
  Optional<FieldValue> find(String path);

  /** Fields that are at hand. */
  static Fields of(Map<String, FieldValue> values) {
    Map<String, FieldValue> copy = Map.copyOf(values);
    return path -> Optional.ofNullable(copy.get(path));
  }
}
