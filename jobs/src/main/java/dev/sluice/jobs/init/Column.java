package dev.sluice.jobs.init;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.DumpPath;
import dev.sluice.storage.json.RecordField;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.DoubleStream;

/**
 * A column that has at most one value in a row: what schemas say about it, and its values in a
 * sample. Not thread-safe.
 */
final class Column {
  /** Finds the name of a crawl within the path of one of its files. */
  static final DumpPath CRAWL_WITHIN =
      DumpPath.of("(?<dump>CC-MAIN-[0-9]{4}(-[0-9]{2,4})?)(?![0-9-])");

  private static final int FIRST_ROWS = 1024;

  private final String path;
  private final Set<Kind> kinds = EnumSet.noneOf(Kind.class);
  private final TextValues texts = new TextValues();
  private final ValueTally tally = new ValueTally();
  private final ValueTally crawls = new ValueTally();
  private final boolean isTallied;
  private final boolean isSearched;
  private double[] numbers = new double[0];
  private int numberCount;
  private int others;
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
   * Starts without values.
   *
   * @param path dotted
   */
  Column(String path) {
    this.path = path;
    this.isTallied =
        ColumnRole.ID.suits(path) || ColumnRole.DUMP.suits(path) || ColumnRole.LANGUAGE.suits(path);
    this.isSearched = ColumnRole.DUMP.suits(path) || ColumnRole.CRAWL_FILE.suits(path);
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
    texts.add(row, bytes, offset, length);
    if (isTallied || isSearched) {
      String text = new String(bytes, offset, length, UTF_8);
      tally(row, text);
      if (isSearched) {
        CRAWL_WITHIN.find(text).ifPresent(name -> crawls.add(row, name));
      }
    }
  }

  /**
   * Adds a number.
   *
   * @param digits all of its digits
   */
  void addNumber(int row, double value, Kind kind, String digits) {
    kinds.add(kind);
    if (row >= numbers.length) {
      int known = numbers.length;
      numbers = Arrays.copyOf(numbers, Math.max(FIRST_ROWS, 2 * row));
      Arrays.fill(numbers, known, numbers.length, Double.NaN);
    }
    numbers[row] = value;
    numberCount++;
    tally(row, digits);
  }

  private void tally(int row, String value) {
    if (isTallied) {
      tally.add(row, value);
    }
  }

  void addOther(Kind kind) {
    kinds.add(kind);
    others++;
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
        && !hasLists()
        && ColumnRole.isNameable(path);
  }

  /** Whether all of its values are texts. */
  boolean isText() {
    return kinds.equals(EnumSet.of(Kind.TEXT));
  }

  /** Whether it has lists among its values, or is inside one. */
  boolean hasLists() {
    return kinds.contains(Kind.LIST);
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
  int values() {
    return texts.count() + numberCount + others;
  }

  /** All finite numbers, in the order of rows. */
  DoubleStream numbers() {
    return Arrays.stream(numbers).filter(Double::isFinite);
  }

  /** The number of a row; NaN if it has none. */
  double number(int row) {
    return row < numbers.length ? numbers[row] : Double.NaN;
  }

  /** Its texts. */
  TextValues texts() {
    return texts;
  }

  /** How often its values occur; counted only if the name is that of an id, dump or language. */
  ValueTally tally() {
    return tally;
  }

  /** Crawls that its values name; searched for only if its name is that of a dump or its files. */
  ValueTally crawls() {
    return crawls;
  }

  /** What it holds, for people. */
  String describe() {
    if (kinds.isEmpty()) {
      return "nothing but null";
    }
    if (kinds.contains(Kind.OTHER) || hasLists()) {
      return "neither text nor number";
    }
    if (!kinds.contains(Kind.TEXT)) {
      return kinds.contains(Kind.FRACTION) ? "number" : "integer";
    }
    return isText() ? "text" : "texts and numbers";
  }
}
