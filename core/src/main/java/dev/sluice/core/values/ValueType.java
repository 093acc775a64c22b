package dev.sluice.core.values;

import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The values that a key takes.
 *
 * @param allowed what is allowed, in words, for messages and the reference page
 * @param parser text to value; throws IllegalArgumentException for what is not allowed
 * @param canonical value to the one text that stands for all spellings of it
 * @param suggestion what a text that is not allowed was probably meant to be, where answers are a
 *     fixed set
 * @param reason why a text is not allowed, where that can be more than one thing
 * @param <T> what the value is in Java
 */
public record ValueType<T>(
    String allowed,
    Function<String, T> parser,
    Function<T, String> canonical,
    Function<String, Optional<String>> suggestion,
    Function<String, Optional<String>> reason) {
  private static final String AUTO = "auto";

  /** Checks that everything is there. */
  public ValueType {
    Objects.requireNonNull(allowed, "allowed");
    Objects.requireNonNull(parser, "parser");
    Objects.requireNonNull(canonical, "canonical");
    Objects.requireNonNull(suggestion, "suggestion");
    Objects.requireNonNull(reason, "reason");
  }

  /** Values that there is one reason against. */
  public ValueType(
      String allowed,
      Function<String, T> parser,
      Function<T, String> canonical,
      Function<String, Optional<String>> suggestion) {
    this(allowed, parser, canonical, suggestion, text -> Optional.empty());
  }

  /** Values of no fixed set. */
  public ValueType(String allowed, Function<String, T> parser, Function<T, String> canonical) {
    this(allowed, parser, canonical, text -> Optional.empty());
  }

  /** The value of a text, empty where it is not allowed. */
  public Optional<T> parse(String text) {
    try {
      return Optional.of(parser.apply(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** What is wrong with a text that is not allowed: why, what is, and what was probably meant. */
  public String refusal(String text) {
    return reason.apply(text).map(": %s"::formatted).orElse("")
        + "; allowed: "
        + allowed
        + suggestion.apply(text).map("; did you mean %s?"::formatted).orElse("");
  }

  /** Any text of at least one character, without control characters. */
  public static ValueType<String> text() {
    return matching("[^\\p{Cntrl}]+", "a text");
  }

  /** A text of this form. */
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

  /** Any text, also of several lines. */
  public static ValueType<String> prose() {
    return matching("(?s).+", "a text");
  }

  /** A path, relative to the working directory; no URL. */
  public static ValueType<Path> path() {
    return new ValueType<>(LocalPath.ALLOWED, LocalPath::of, Path::toString);
  }

  /** A path to write to, relative to the working directory, or a URL. */
  public static ValueType<Path> outputPath() {
    return new ValueType<>(
        OutputPath.ALLOWED,
        OutputPath::of,
        Path::toString,
        text -> Optional.empty(),
        text -> reasonAgainst(text, OutputPath::of));
  }

  /** One or more paths, one per line. */
  public static ValueType<List<Path>> paths() {
    return new ValueType<>(
        InputPath.ALLOWED + ", or a list of them",
        text -> {
          require(text.lines().noneMatch(String::isEmpty));
          return text.lines().map(InputPath::of).toList();
        },
        paths -> paths.stream().map(Path::toString).collect(Collectors.joining("\n")),
        text -> Optional.empty(),
        text -> reasonAgainst(text, InputPath::of));
  }

  private static Optional<String> reasonAgainst(String paths, Function<String, Path> parser) {
    try {
      paths.lines().forEach(parser::apply);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(e.getMessage());
    }
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
        Object::toString);
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

  /** A size in bytes in a range, both ends included. */
  public static ValueType<Long> size(String min, String max) {
    long lowest = ByteSize.parse(min);
    long highest = ByteSize.parse(max);
    return new ValueType<>(
        "a size from " + min + " to " + max,
        text -> inRange(ByteSize.parse(text), lowest, highest),
        Object::toString);
  }

  /** A duration in a range, both ends included. */
  public static ValueType<Duration> duration(String min, String max) {
    Duration lowest = DurationText.parse(min);
    Duration highest = DurationText.parse(max);
    return new ValueType<>(
        "a duration from " + min + " to " + max,
        text -> inRange(DurationText.parse(text), lowest, highest),
        DurationText::format);
  }

  /** One of the constants of an enum, in lower case. */
  public static <E extends Enum<E>> ValueType<E> oneOf(Class<E> constants) {
    List<String> names =
        Arrays.stream(constants.getEnumConstants()).map(ValueType::kebabCase).toList();
    return new ValueType<>(
        String.join(", ", names),
        text -> constant(constants, text),
        ValueType::kebabCase,
        text -> Suggestion.nearest(text, names));
  }

  /** One of these texts. */
  public static ValueType<String> oneOf(String... texts) {
    List<String> all = List.of(texts);
    return new ValueType<>(
        String.join(", ", all),
        text -> {
          require(all.contains(text));
          return text;
        },
        Function.identity(),
        text -> Suggestion.nearest(text, all));
  }

  /** The type, or {@code auto}, which is an empty value. */
  public static <T> ValueType<Optional<T>> orAuto(ValueType<T> type) {
    return absentAs(AUTO, AUTO + " or " + type.allowed(), type);
  }

  /** The type, or nothing. */
  public static <T> ValueType<Optional<T>> optional(ValueType<T> type) {
    return absentAs("", type.allowed() + ", or nothing", type);
  }

  private static <T> ValueType<Optional<T>> absentAs(
      String absent, String allowed, ValueType<T> type) {
    return new ValueType<>(
        allowed,
        text -> text.equals(absent) ? Optional.empty() : Optional.of(type.parser().apply(text)),
        value -> value.map(type.canonical()).orElse(absent),
        type.suggestion(),
        type.reason());
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

  private static <C extends Comparable<C>> C inRange(C value, C min, C max) {
    require(value.compareTo(min) >= 0 && value.compareTo(max) <= 0);
    return value;
  }

  private static void require(boolean allowed) {
    if (!allowed) {
      throw new IllegalArgumentException("not allowed");
    }
  }
}
