package dev.sluice.settings.load;

import dev.sluice.operators.ValueType;
import java.util.Optional;

/**
 * A declared key of the configuration.
 *
 * @param pattern its path, such as {@code output.compression}; {@code *} is an index in a list
 * @param kind shape of the value
 * @param type allowed values; for lists and maps, only their description
 * @param defaultText default in YAML; empty if an element of a list must have a value
 * @param description a sentence or two for the reference page
 * @param content whether it decides the bytes of the output, which therefore keeps the value
 * @param <T> type of the value
 */
public record ConfigKey<T>(
    String pattern,
    Kind kind,
    ValueType<T> type,
    Optional<String> defaultText,
    String description,
    boolean content) {

  /** The shape of a value. */
  enum Kind {
    /** One value. */
    SCALAR,
    /** One value, or a list of values to join with commas. */
    JOINED,
    /** One path, or a list of paths to join with line breaks. */
    PATHS,
    /** A list whose elements have keys of their own. */
    LIST,
    /** A list of operators, which declare their parameters. */
    OPERATORS,
    /** A map from names, which may contain dots, to texts. */
    OPEN
  }

  public ConfigKey {}

  /** A key that does not decide the output's content. */
  static <T> ConfigKey<T> free(
      String pattern, ValueType<T> type, String defaultText, String description) {
    return new ConfigKey<>(
        pattern, Kind.SCALAR, type, Optional.of(defaultText), description, false);
  }

  /** A key that decides the output's content. */
  static <T> ConfigKey<T> content(
      String pattern, ValueType<T> type, String defaultText, String description) {
    return new ConfigKey<>(pattern, Kind.SCALAR, type, Optional.of(defaultText), description, true);
  }

  /** A key that every element of a list must have; decides the output's content. */
  static <T> ConfigKey<T> element(String pattern, ValueType<T> type, String description) {
    return new ConfigKey<>(pattern, Kind.SCALAR, type, Optional.empty(), description, true);
  }

  /** The values of a list or map, of which only the description counts. */
  static ValueType<String> describing(String allowed) {
    return ValueType.matching("(?s).*", allowed);
  }

  /** A copy with another kind. */
  ConfigKey<T> as(Kind other) {
    return new ConfigKey<>(pattern, other, type, defaultText, description, content);
  }

  /** Whether the key is inside the elements of a list. */
  boolean isElement() {
    return pattern.contains("*");
  }

  /** The path of this key in one element of its list. */
  public String at(int index) {
    return pattern.replace("*", Integer.toString(index));
  }
}
