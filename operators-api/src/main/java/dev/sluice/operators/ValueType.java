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
 * @param allowed what is allowed, in words, for messages and the reference page
 * @param parser text to value; throws IllegalArgumentException for what is not allowed
 * @param canonical value to the one text that stands for all spellings of it
 * @param reason why a text is not allowed, where that can be more than one thing
 * @param choices all values in text, where they are a fixed set: the nearest is suggested
 * @param <T> what the value is in Java
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

  /** A type without a fixed set of values and without reasons. */
  public ValueType(String allowed, Function<String, T> parser, Function<T, String> canonical) {
    this(allowed, parser, canonical, text -> Optional.empty(), List.of());
  }

  /** Parses a text; returns nothing if it is not allowed. */
  public Optional<T> parse(String text) {
    try {
      return Optional.of(parser.apply(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Any text of at least one character, without control characters. */
  public static ValueType<String> text() {
    return matching("[^\\p{Cntrl}]+", "a text");
  }

  /** A text that matches a regular expression. */
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

  /** Any text, which may have several lines. */
  public static ValueType<String> prose() {
    return matching("(?s).+", "a text");
  }

  /** A pattern for paths below a directory. */
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

  /** true or false. */
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

  /** A whole number of any size that fits 64 bits. */
  public static ValueType<Long> anyWhole() {
    return new ValueType<>("a whole number of 64 bits", Long::valueOf, Object::toString);
  }

  /** A whole number in a range, both ends included. */
  public static ValueType<Integer> whole(int min, int max) {
    return new ValueType<>(
        "a whole number from " + min + " to " + max,
        text -> inRange(Integer.valueOf(text), min, max),
        Object::toString);
  }

  /** A number in a range, both ends included, never NaN; {@code inf} where the range has it. */
  public static ValueType<Double> number(double min, double max, String allowed) {
    return new ValueType<>(
        allowed, text -> inRange(parseNumber(text) + 0.0, min, max), Object::toString); // no -0.0
  }

  /** One of the constants of an enum, in lower case. */
  public static <E extends Enum<E>> ValueType<E> oneOf(Class<E> constants) {
    return oneOf(
        Arrays.stream(constants.getEnumConstants()).map(ValueType::kebabCase).toList(),
        text -> constant(constants, text),
        ValueType::kebabCase);
  }

  /** One of several texts. */
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

  /** The type, or {@code auto}, which is an empty value. */
  public static <T> ValueType<Optional<T>> orAuto(ValueType<T> type) {
    return absentAs(AUTO, AUTO + " or " + type.allowed(), type);
  }

  /** The type, or nothing. */
  public static <T> ValueType<Optional<T>> optional(ValueType<T> type) {
    return absentAs("", type.allowed() + ", or nothing", type);
  }

  /**
   * The type, or nothing.
   *
   * @param absent the text that stands for nothing
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
