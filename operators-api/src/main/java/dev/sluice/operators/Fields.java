package dev.sluice.operators;

import java.util.Map;
import java.util.Optional;

/** The columns of a row other than the text. Read-only. */
@FunctionalInterface
public interface Fields {
  /** Fields without any column. */
  Fields NONE = path -> Optional.empty();

  /**
   * Returns the value of a column, or empty if it is null or does not exist.
   *
   * @param path the name of the column, or a dotted path into structs, such as {@code
   *     metadata.source}
   */
  Optional<FieldValue> find(String path);

  /** Creates fields from a map of paths to values. */
  static Fields of(Map<String, FieldValue> values) {
    Map<String, FieldValue> copy = Map.copyOf(values);
    return path -> Optional.ofNullable(copy.get(path));
  }
}
