package dev.sluice.settings.load;

import dev.sluice.operators.ValueType;
import java.util.Optional;

/**
 * A declared key of the configuration.
 *
 * @param pattern path of the key, such as {@code output.compression}; {@code *} is an index in a
 *     list
 * @param kind shape of the value
 * @param type allowed values; for lists and maps, only their description
 * @param defaultText default in YAML; empty if an element of a list must have a value
 * @param stored why an output stores the value
 * @param <T> type of the value
 */
public record ConfigKey<T>(
    String pattern, Kind kind, ValueType<T> type, Optional<String> defaultText, Stored stored) {

  /** The shape of a key's value. */
  enum Kind {
    /** One value. */
    SCALAR,
    /** One value, or a list of values to join with commas. */
    JOINED,
    /** One path, or a list of paths to join with line breaks. */
    PATHS,
    /** A list whose elements are groups of keys. */
    LIST,
    /** A list of operators. Each operator declares its parameters. */
    OPERATORS,
    /** A map from names, which may contain dots, to strings. */
    OPEN
  }

  /** The reason why an output stores the value of a key. */
  enum Stored {
    /** An output does not store the value. */
    NOT,
    /** Later commands describe the output with the value, which may change. */
    AS_DESCRIPTION,
    /**
     * The value decides the bytes of the output, which refuses to continue with a different one.
     */
    AS_CONTENT
  }

  /** Returns whether the key decides the bytes of the output. */
  public boolean isContent() {
    return stored == Stored.AS_CONTENT;
  }

  /** Returns whether the key is inside the elements of a list. */
  boolean isElement() {
    return pattern.contains("*");
  }

  /** Returns the path of this key in one element of its list. */
  public String at(int index) {
    return pattern.replace("*", Integer.toString(index));
  }
}
