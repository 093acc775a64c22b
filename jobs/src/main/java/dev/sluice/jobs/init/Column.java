package dev.sluice.jobs.init;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.algorithms.neardup.XxHash64;
import dev.sluice.core.Utf8;
import dev.sluice.storage.json.RecordField;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
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
 * A column that has at most one value in a row: what schemas say about it, and its values in a
 * sample, of which only the first half KiB is kept. Not thread-safe.
 */
final class Column {
  private static final int START_BYTES = 512;

  /** Fewer equal values may be chance. */
  private static final int SEVERAL = 10;

  private final String path;
  private final Set<Kind> kinds = EnumSet.noneOf(Kind.class);

  /** By row. */
  private final List<Value> values = new ArrayList<>();

  private int count;
  private int blank;
  private int malformed;
  private long textBytes;
  private int files;
  private int firstFiles;

  /** What values are. */
  enum Kind {
    /** Strings. */
    TEXT,
    /** Integers. */
    WHOLE,
    /** Other numbers. */
    FRACTION,
    /** Lists and maps, or what is inside them. */
    LIST,
    /** Anything else, such as booleans. */
    OTHER;

    static Kind of(RecordField field) {
      if (field.isText()) {
        return TEXT;
      }
      if (field.isNumber()) {
        return field.isInteger() ? WHOLE : FRACTION;
      }
      return OTHER;
    }
  }

  /**
   * A value of a row.
   *
   * @param start of a text; all digits of a number
   * @param hash of the whole
   * @param bytes length of a text
   * @param number NaN of a text
   */
  private record Value(String start, long hash, int bytes, double number) {
    static final Value NONE = new Value("", 0, 0, Double.NaN);
  }

  /** A value and how often it occurs. */
  record Count(String value, int rows) {}

  /**
   * Starts without values.
   *
   * @param path dotted
   */
  Column(String path) {
    this.path = path;
  }

  /** Says what its values are, even if none comes. */
  void declare(Kind kind) {
    kinds.add(kind);
  }

  /**
   * A file of Parquet has it.
   *
   * @param file number of the file among those that were looked at, ascending
   */
  void meet(int file) {
    firstFiles += firstFiles == file ? 1 : 0;
    files++;
  }

  void addText(int row, byte[] bytes, int offset, int length) {
    kinds.add(Kind.TEXT);
    blank += Utf8.isBlank(bytes, offset, length) ? 1 : 0;
    malformed += Utf8.isWellFormed(bytes, offset, length) ? 0 : 1;
    textBytes += length;
    String start = new String(bytes, offset, Math.min(START_BYTES, length), UTF_8);
    put(row, new Value(start, XxHash64.hash(bytes, offset, length, 0), length, Double.NaN));
  }

  /**
   * Adds a number.
   *
   * @param digits all of its digits
   */
  void addNumber(int row, double number, Kind kind, String digits) {
    kinds.add(kind);
    byte[] bytes = digits.getBytes(UTF_8);
    put(row, new Value(digits, XxHash64.hash(bytes, 0, bytes.length, 0), 0, number));
  }

  private void put(int row, Value value) {
    while (values.size() < row) {
      values.add(Value.NONE);
    }
    if (values.size() == row) { // else it is twice in the row
      values.add(value);
      count++;
    }
  }

  void addOther(Kind kind) {
    kinds.add(kind);
    count++;
  }

  /** The dotted path. */
  String path() {
    return path;
  }

  /** The path, for a message or a comment. */
  String name() {
    return YamlText.name(path);
  }

  /** How many structs the column is in. */
  int depth() {
    return (int) path.chars().filter(c -> c == '.').count();
  }

  /** Number of files of Parquet that have it. */
  int files() {
    return files;
  }

  /** Number of the first file of Parquet that lacks it; the number of all if none does. */
  int firstWithout() {
    return firstFiles;
  }

  /** Whether reading its values can help a guess. */
  boolean isUseful() {
    return !kinds.isEmpty()
        && !kinds.contains(Kind.OTHER)
        && !kinds.contains(Kind.LIST)
        && ColumnRole.isNameable(path);
  }

  /** Whether all of its values are texts. */
  boolean isText() {
    return kinds.equals(EnumSet.of(Kind.TEXT));
  }

  /** Whether all of its values are numbers. */
  boolean isNumber() {
    return !kinds.isEmpty() && EnumSet.of(Kind.WHOLE, Kind.FRACTION).containsAll(kinds);
  }

  /** Whether all of its values are integers by their type. */
  boolean isWholeByType() {
    return kinds.equals(EnumSet.of(Kind.WHOLE));
  }

  /** Whether all finite numbers of the sample are integers. */
  boolean isWholeByValue() {
    return numbers().allMatch(value -> value == Math.rint(value));
  }

  /** Number of rows with a value. */
  int count() {
    return count;
  }

  /** Number of texts that are nothing but white space. */
  int blank() {
    return blank;
  }

  /** Number of texts that are not UTF-8. */
  int malformed() {
    return malformed;
  }

  /** Bytes of a text on average; 0 without any. */
  double meanBytes() {
    return count == 0 ? 0 : (double) textBytes / count;
  }

  private Stream<Value> present() {
    return values.stream().filter(value -> value != Value.NONE);
  }

  private Value value(int row) {
    return row < values.size() ? values.get(row) : Value.NONE;
  }

  /** All finite numbers, in the order of rows. */
  DoubleStream numbers() {
    return present().mapToDouble(Value::number).filter(Double::isFinite);
  }

  /** The number of a row; NaN if it has none. */
  double number(int row) {
    return value(row).number();
  }

  /** Bytes of the text of a row; 0 if it has none. */
  int bytes(int row) {
    return value(row).bytes();
  }

  /** The texts, without the ends of long ones. */
  Stream<String> texts() {
    return present().map(Value::start);
  }

  /** Number of different values. */
  long distinct() {
    return present().mapToLong(Value::hash).distinct().count();
  }

  /** Whether all values, of several, are the same. */
  boolean isConstant() {
    return count >= SEVERAL && distinct() == 1;
  }

  /** Number of rows that have the value of an earlier row, but another property. */
  int contradictions(IntUnaryOperator property) {
    Map<Long, Integer> first = new HashMap<>();
    int contradictions = 0;
    for (int row = 0; row < values.size(); row++) {
      if (value(row) != Value.NONE) {
        int mine = property.applyAsInt(row);
        contradictions += first.merge(value(row).hash(), mine, (one, other) -> one) == mine ? 0 : 1;
      }
    }
    return contradictions;
  }

  /** What values stand for, the most frequent first, equally frequent ones in order. */
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

  /** What it holds, for people. */
  String describe() {
    if (kinds.isEmpty()) {
      return "nothing but null";
    }
    if (kinds.contains(Kind.OTHER) || kinds.contains(Kind.LIST)) {
      return "neither text nor number";
    }
    if (!kinds.contains(Kind.TEXT)) {
      return kinds.contains(Kind.FRACTION) ? "number" : "integer";
    }
    return isText() ? "text" : "texts and numbers";
  }
}
