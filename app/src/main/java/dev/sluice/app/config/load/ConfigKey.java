package dev.sluice.app.config.load;

import dev.sluice.core.values.ValueType;
import java.util.Optional;

/**
 * One key of the configuration, as declared.
 *
 * @param pattern its path, e.g. {@code output.compression}; {@code *} stands for a list's index
 * @param kind what is found at the path
 * @param type the values it takes; for lists and maps, what is said about them in the reference
 * @param defaultText its default as written in YAML; empty where a list's element must give it
 * @param description one sentence or two for the reference page
 * @param content whether it decides the bytes of the output and is fixed for it
 * @param <T> what the value is in Java
 */
public record ConfigKey<T>(
    String pattern,
    Kind kind,
    ValueType<T> type,
    Optional<String> defaultText,
    String description,
    boolean content) {

  /** What is found at a key's path. */
  enum Kind {
    /** One value. */
    SCALAR,
    /** One value; a list is taken too and joined with commas. */
    JOINED,
    /** A list, whose elements have keys of their own. */
    LIST,
    /** A list of operators, whose parameters the operators themselves declare. */
    OPERATORS,
    /** A map of any names, dots included, to texts. */
    OPEN
  }

  public ConfigKey {}

  /** A key that does not decide content. */
  static <T> ConfigKey<T> free(
      String pattern, ValueType<T> type, String defaultText, String description) {
    return new ConfigKey<>(
        pattern, Kind.SCALAR, type, Optional.of(defaultText), description, false);
  }

  /** A key that decides content. */
  static <T> ConfigKey<T> content(
      String pattern, ValueType<T> type, String defaultText, String description) {
    return new ConfigKey<>(pattern, Kind.SCALAR, type, Optional.of(defaultText), description, true);
  }

  /** A key in the elements of a list, which must be given; decides content. */
  static <T> ConfigKey<T> element(String pattern, ValueType<T> type, String description) {
    return new ConfigKey<>(pattern, Kind.SCALAR, type, Optional.empty(), description, true);
  }

  /** The same key with another kind. */
  ConfigKey<T> as(Kind other) {
    return new ConfigKey<>(pattern, other, type, defaultText, description, content);
  }

  /** Whether it is inside the elements of a list. */
  boolean isElement() {
    return pattern.contains("*");
  }

  /** The path of this key for one element of its list. */
  public String at(int index) {
    return pattern.replace("*", Integer.toString(index));
  }
}
