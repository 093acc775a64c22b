package dev.sluice.operators;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * A declared parameter of an operator. Parameters are compared by identity: declare them as
 * constants.
 *
 * @param <T> the type of its value
 */
public final class Parameter<T> {
  private final String name;
  private final String allowed;
  private final String description;
  private final boolean list;
  private final Optional<List<String>> defaultTexts;
  private final Function<List<String>, Optional<T>> parser;
  private final Function<T, String> canonical;
  private final ValueType<?> element;

  private Parameter(
      String name,
      String allowed,
      String description,
      boolean list,
      Optional<List<String>> defaultTexts,
      Function<List<String>, Optional<T>> parser,
      Function<T, String> canonical,
      ValueType<?> element) {
    this.name = Objects.requireNonNull(name, "name");
    this.allowed = Objects.requireNonNull(allowed, "allowed");
    this.description = Objects.requireNonNull(description, "description");
    this.list = list;
    this.defaultTexts = defaultTexts;
    this.parser = parser;
    this.canonical = canonical;
    this.element = element;
  }

  /** Creates a parameter that takes a single value and has a default. */
  public static <T> Parameter<T> of(
      String name, ValueType<T> type, String defaultText, String description) {
    return single(name, type, Optional.of(List.of(defaultText)), description);
  }

  /** Creates a required parameter that takes a single value. */
  public static <T> Parameter<T> required(String name, ValueType<T> type, String description) {
    return single(name, type, Optional.empty(), description);
  }

  private static <T> Parameter<T> single(
      String name, ValueType<T> type, Optional<List<String>> defaultTexts, String description) {
    return new Parameter<>(
        name,
        type.allowed(),
        description,
        false,
        defaultTexts,
        texts -> texts.size() == 1 ? type.parse(texts.get(0)) : Optional.empty(),
        type.canonical(),
        type);
  }

  /**
   * Creates a parameter that takes a list and has a default. A single value counts as a list of
   * one.
   */
  public static <T> Parameter<List<T>> list(
      String name, ValueType<T> element, List<String> defaultTexts, String description) {
    return listOf(name, element, Optional.of(List.copyOf(defaultTexts)), description);
  }

  /** Creates a required parameter that takes a list of at least one value. */
  public static <T> Parameter<List<T>> requiredList(
      String name, ValueType<T> element, String description) {
    return listOf(name, element, Optional.empty(), description);
  }

  private static <T> Parameter<List<T>> listOf(
      String name, ValueType<T> element, Optional<List<String>> defaultTexts, String description) {
    return new Parameter<>(
        name,
        "a list in which each element is " + element.allowed(),
        description,
        true,
        defaultTexts,
        texts -> {
          List<T> values = texts.stream().map(element::parse).flatMap(Optional::stream).toList();
          boolean enough = defaultTexts.isPresent() || !values.isEmpty();
          return values.size() == texts.size() && enough ? Optional.of(values) : Optional.empty();
        },
        values -> ListText.of(values.stream().map(element.canonical()).toList()),
        element);
  }

  /** Returns the name, in kebab case. */
  public String name() {
    return name;
  }

  /** Returns the allowed values, in words. */
  public String allowed() {
    return allowed;
  }

  /** Returns the purpose, in a sentence or two. */
  public String description() {
    return description;
  }

  /** Returns whether the parameter takes a list. */
  public boolean isList() {
    return list;
  }

  /** Returns the default as written in a recipe, or empty if the parameter is required. */
  public Optional<List<String>> defaultTexts() {
    return defaultTexts;
  }

  /** Returns whether the default, if there is one, is allowed. */
  public boolean hasSoundDefault() {
    return defaultTexts.isEmpty() || parse(defaultTexts.get()).isPresent();
  }

  /** Returns the value of an argument, or empty if it is not allowed. */
  Optional<T> parse(List<String> texts) {
    return parser.apply(texts);
  }

  /** Returns the type of the value, or of each element of a list. */
  ValueType<?> element() {
    return element;
  }

  /** Returns the canonical form of an argument. */
  String canonical(List<String> texts) {
    return canonical.apply(parse(texts).orElseThrow());
  }

  /**
   * Returns the argument for a canonical form.
   *
   * @throws IllegalArgumentException if the parameter takes a list and this is not an encoded list
   */
  public ParameterValue given(String canonicalText, String origin) {
    List<String> texts = list ? ListText.parse(canonicalText) : List.of(canonicalText);
    return new ParameterValue(texts, list, origin);
  }

  /** Returns the default value. */
  T defaultValue() {
    return parse(defaultTexts.orElseThrow()).orElseThrow();
  }
}
