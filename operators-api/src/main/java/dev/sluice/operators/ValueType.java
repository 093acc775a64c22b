package dev.sluice.operators;

import java.nio.file.FileSystems;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The values that a parameter takes.
 *
 * @param allowed the allowed values in words, for messages and the reference page
 * @param parser converts a string to a value; throws IllegalArgumentException if it is not allowed
 * @param canonical converts a value to the one spelling that stands for all of its spellings
 * @param reason explains why a string is not allowed, if there can be more than one reason
 * @param choices all allowed strings if they are a fixed set: messages suggest the nearest one
 * @param <T> the Java type of the values
 */
public record ValueType<T>(
    String allowed,
    Function<String, T> parser,
    Function<T, String> canonical,
    Function<String, Optional<String>> reason,
    List<String> choices) {
  private static final String AUTO = "auto";

  /** Requires all components. */
  public ValueType {
    Objects.requireNonNull(allowed, "allowed");
    Objects.requireNonNull(parser, "parser");
    Objects.requireNonNull(canonical, "canonical");
    Objects.requireNonNull(reason, "reason");
    choices = List.copyOf(choices);
  }

  /** Creates a type without a fixed set of values and without reasons. */
  public ValueType(String allowed, Function<String, T> parser, Function<T, String> canonical) {
    this(allowed, parser, canonical, text -> Optional.empty(), List.of());
  }

  /** Parses a string. It returns nothing if the string is not allowed. */
  public Optional<T> parse(String text) {
    try {
      return Optional.of(parser.apply(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns the type of non-empty strings without control characters. */
  public static ValueType<String> text() {
    return matching("[^\\p{Cntrl}]+", "a string");
  }

  /** Returns the type of strings that match a regular expression. */
  public static ValueType<String> matching(String form, String allowed) {
    Pattern pattern = Pattern.compile(form);
    return new ValueType<>(
        allowed,
        text -> {
          require(pattern.matcher(text).matches());
          return text;
        },
        Function.identity());
  }

  /** Returns the type of all strings, including strings of several lines. */
  public static ValueType<String> prose() {
    return matching("(?s).+", "a string");
  }

  /** Returns the type of patterns for paths below a directory. */
  public static ValueType<String> glob() {
    return new ValueType<>(
        "a glob such as `**/*.parquet`",
        text -> {
          require(!text.isEmpty());
          FileSystems.getDefault().getPathMatcher("glob:" + text);
          return text;
        },
        Function.identity());
  }

  /** Returns the type of {@code true} and {@code false}. */
  public static ValueType<Boolean> flag() {
    return new ValueType<>(
        "true, false",
        text -> {
          require(text.equals("true") || text.equals("false"));
          return text.equals("true");
        },
        Object::toString,
        text -> Optional.empty(),
        List.of("true", "false"));
  }

  /** Returns the type of integers that fit 64 bits. */
  public static ValueType<Long> anyWhole() {
    return new ValueType<>("a 64-bit whole number", Long::valueOf, Object::toString);
  }

  /** Returns the type of integers in a range, both ends included. */
  public static ValueType<Integer> whole(int min, int max) {
    return new ValueType<>(
        "a whole number from " + min + " to " + max,
        text -> inRange(Integer.valueOf(text), min, max),
        Object::toString);
  }

  /**
   * Returns the type of numbers in a range, both ends included. NaN is never allowed; {@code inf}
   * is, if the range includes it.
   */
  public static ValueType<Double> number(double min, double max, String allowed) {
    return new ValueType<>(
        allowed, text -> inRange(parseNumber(text) + 0.0, min, max), Object::toString); // no -0.0
  }

  /** Returns the type of the constants of an enum, in lower case. */
  public static <E extends Enum<E>> ValueType<E> oneOf(Class<E> constants) {
    return oneOf(
        Arrays.stream(constants.getEnumConstants()).map(ValueType::kebabCase).toList(),
        text -> constant(constants, text),
        ValueType::kebabCase);
  }

  /** Returns the type of the given strings. */
  public static ValueType<String> oneOf(String... texts) {
    List<String> all = List.of(texts);
    return oneOf(
        all,
        text -> {
          require(all.contains(text));
          return text;
        },
        Function.identity());
  }

  private static <T> ValueType<T> oneOf(
      List<String> choices, Function<String, T> parser, Function<T, String> canonical) {
    return new ValueType<>(
        String.join(", ", choices), parser, canonical, text -> Optional.empty(), choices);
  }

  /** Returns a type that also allows {@code auto}, which becomes an empty value. */
  public static <T> ValueType<Optional<T>> orAuto(ValueType<T> type) {
    return absentAs(AUTO, AUTO + " or " + type.allowed(), type);
  }

  /** Returns a type that also allows an empty string, which becomes an empty value. */
  public static <T> ValueType<Optional<T>> optional(ValueType<T> type) {
    return absentAs("", type.allowed() + ", or nothing", type);
  }

  /**
   * Returns a type that allows a given string in addition to the values of a type. This string
   * becomes an empty value.
   *
   * @param absent the given string
   */
  public static <T> ValueType<Optional<T>> absentAs(
      String absent, String allowed, ValueType<T> type) {
    return new ValueType<>(
        allowed,
        text -> text.equals(absent) ? Optional.empty() : Optional.of(type.parser().apply(text)),
        value -> value.map(type.canonical()).orElse(absent),
        type.reason(),
        type.choices());
  }

  private static <E extends Enum<E>> E constant(Class<E> constants, String text) {
    return Arrays.stream(constants.getEnumConstants())
        .filter(constant -> kebabCase(constant).equals(text))
        .findFirst()
        .orElseThrow(IllegalArgumentException::new);
  }

  private static String kebabCase(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static double parseNumber(String text) {
    String digits = text.startsWith("+") ? text.substring(1) : text;
    return switch (digits.toLowerCase(Locale.ROOT)) {
      case "inf", ".inf", "infinity" -> Double.POSITIVE_INFINITY;
      case "-inf", "-.inf", "-infinity" -> Double.NEGATIVE_INFINITY;
      default -> {
        // Java would also take 1d, 0x1p3 and NaN
        require(digits.matches("-?[0-9.]+([eE][+-]?[0-9]+)?"));
        yield Double.parseDouble(digits);
      }
    };
  }

  static <C extends Comparable<C>> C inRange(C value, C min, C max) {
    require(value.compareTo(min) >= 0 && value.compareTo(max) <= 0);
    return value;
  }

  private static void require(boolean allowed) {
    if (!allowed) {
      throw new IllegalArgumentException("not allowed");
    }
  }
}
