package dev.sluice.jobs.init;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Utf8;
import dev.sluice.core.XxHash64;
import dev.sluice.storage.json.RecordField;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The types of a column that has at most one value in a row, and its values in a sample. Values are
 * truncated to their first half KiB. Not thread-safe.
 */
final class Column {
  private static final int START_BYTES = 512;

  /** Minimum number of equal values that is not attributed to chance. */
  private static final int SEVERAL = 10;

  private final String path;
  private final Set<Kind> kinds = EnumSet.noneOf(Kind.class);
  private final Map<Integer, Value> values = new LinkedHashMap<>();
  private int blank;
  private int malformed;
  private long textBytes;

  /** The type of a value. */
  enum Kind {
    TEXT,
    INTEGER,
    FRACTION,
    /** A list, a map, a boolean or any type not listed above. */
    OTHER;

    static Kind of(RecordField field) {
      if (field.isText()) {
        return TEXT;
      }
      if (!field.isNumber()) {
        return OTHER;
      }
      return field.isInteger() ? INTEGER : FRACTION;
    }
  }

  /**
   * A value of a row.
   *
   * @param start the start of a text, or all digits of a number
   * @param hash hash of the complete value
   * @param bytes length of a text in bytes
   * @param number the number; NaN for a text
   */
  private record Value(String start, long hash, int bytes, double number) {
    static final Value NONE = new Value("", 0, 0, Double.NaN);
  }

  /** A value and the number of rows that have it. */
  record Count(String value, int rows) {}

  /**
   * Creates a column without values.
   *
   * @param path path of the column, with dots
   */
  Column(String path) {
    this.path = path;
  }

  /** Adds a type, even if no value of the sample has it. */
  void declare(Kind kind) {
    kinds.add(kind);
  }

  void addText(int row, byte[] bytes, int offset, int length) {
    kinds.add(Kind.TEXT);
    blank += Utf8.isBlank(bytes, offset, length) ? 1 : 0;
    malformed += Utf8.isWellFormed(bytes, offset, length) ? 0 : 1;
    textBytes += length;
    String start = new String(bytes, offset, Math.min(START_BYTES, length), UTF_8);
    long hash = XxHash64.hash(bytes, offset, length, 0);
    values.putIfAbsent(row, new Value(start, hash, length, Double.NaN));
  }

  /**
   * Adds a number.
   *
   * @param digits all digits of the number
   */
  void addNumber(int row, double number, Kind kind, String digits) {
    kinds.add(kind);
    byte[] bytes = digits.getBytes(UTF_8);
    values.putIfAbsent(row, new Value(digits, XxHash64.hash(bytes, 0, bytes.length, 0), 0, number));
  }

  /** Returns the dotted path. */
  String path() {
    return path;
  }

  /** Returns the path as it is shown in messages and comments. */
  String name() {
    return YamlText.name(path);
  }

  /** Returns the number of structs that contain the column. */
  int depth() {
    return (int) path.chars().filter(c -> c == '.').count();
  }

  /** Returns whether guesses can be based on the values of the column. */
  boolean isUseful() {
    return !kinds.isEmpty() && !kinds.contains(Kind.OTHER) && GuessedRole.isNameable(path);
  }

  /** Returns whether all values are texts. */
  boolean isText() {
    return kinds.equals(EnumSet.of(Kind.TEXT));
  }

  /** Returns whether all values are numbers. */
  boolean isNumber() {
    return !kinds.isEmpty() && EnumSet.of(Kind.INTEGER, Kind.FRACTION).containsAll(kinds);
  }

  /** Returns whether all values have an integer type. */
  boolean isIntegerByType() {
    return kinds.equals(EnumSet.of(Kind.INTEGER));
  }

  /** Returns whether all finite numbers of the sample are integers, whatever their type. */
  boolean isIntegerByValue() {
    return numbers().allMatch(value -> value == Math.rint(value));
  }

  /** Returns the number of rows with a text or a number. */
  int count() {
    return values.size();
  }

  /** Returns the number of texts that consist of white space. */
  int blank() {
    return blank;
  }

  /** Returns the number of texts that are not UTF-8. */
  int malformed() {
    return malformed;
  }

  /** Returns the average number of bytes of a text, or 0 if there are no texts. */
  double meanBytes() {
    return (double) textBytes / Math.max(1, count());
  }

  /** Returns all finite numbers in the order of rows. */
  DoubleStream numbers() {
    return values.values().stream().mapToDouble(Value::number).filter(Double::isFinite);
  }

  /** Returns the number of bytes of a row's text, or 0 if the row has no text. */
  int bytes(int row) {
    return values.getOrDefault(row, Value.NONE).bytes();
  }

  /** Returns the texts; long texts are truncated. */
  Stream<String> texts() {
    return values.values().stream().map(Value::start);
  }

  /** Returns the number of different values. */
  long distinct() {
    return values.values().stream().mapToLong(Value::hash).distinct().count();
  }

  /** Returns whether there are several values and all are equal. */
  boolean isConstant() {
    return count() >= SEVERAL && distinct() == 1;
  }

  /**
   * Returns how many rows repeat the value of an earlier row although they differ from that row in
   * a property.
   */
  int contradictions(IntUnaryOperator property) {
    Map<Long, Integer> first = new HashMap<>();
    int contradictions = 0;
    for (Map.Entry<Integer, Value> value : values.entrySet()) {
      int mine = property.applyAsInt(value.getKey());
      int earlier = first.merge(value.getValue().hash(), mine, (one, other) -> one);
      contradictions += earlier == mine ? 0 : 1;
    }
    return contradictions;
  }

  /**
   * Counts what the values stand for. The most frequent meaning comes first; equally frequent ones
   * are ordered by name.
   *
   * @param reading returns what a value stands for, or empty if it stands for nothing
   */
  List<Count> counts(Function<String, Optional<String>> reading) {
    return texts()
        .flatMap(text -> reading.apply(text).stream())
        .collect(Collectors.groupingBy(Function.identity(), Collectors.summingInt(text -> 1)))
        .entrySet()
        .stream()
        .map(each -> new Count(each.getKey(), each.getValue()))
        .sorted(Comparator.comparingInt(Count::rows).reversed().thenComparing(Count::value))
        .toList();
  }

  /** Describes the type of the values in words. */
  String describe() {
    if (kinds.isEmpty()) {
      return "only nulls";
    }
    if (kinds.contains(Kind.OTHER)) {
      return "neither text nor number";
    }
    if (isNumber()) {
      return kinds.contains(Kind.FRACTION) ? "number" : "integer";
    }
    return isText() ? "text" : "texts and numbers";
  }
}
