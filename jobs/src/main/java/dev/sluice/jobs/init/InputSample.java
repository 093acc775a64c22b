package dev.sluice.jobs.init;

import dev.sluice.core.values.ByteSize;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.TextFile;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The schemas of files, and a sample of their rows by column. Not thread-safe. */
final class InputSample {
  /** Maximum number of columns from JSON, where each row can have different columns. */
  private static final int JSON_COLUMNS = 1_000;

  private static final int LISTED = 8;

  private final List<TextFile> files;
  private final Map<String, Column> declared = new LinkedHashMap<>();
  private final Map<String, Column> columns = new LinkedHashMap<>();
  private final Map<String, Set<String>> lists = new TreeMap<>();
  private final Map<TextFile, Set<String>> tables = new LinkedHashMap<>();
  private final Map<String, String> quarantined = new LinkedHashMap<>();
  private int rows;
  private double counted;
  private double countedBytes;

  /**
   * Creates a sample without rows.
   *
   * @param files the files of the input
   */
  InputSample(List<TextFile> files) {
    this.files = files;
  }

  /** Returns all files of the input, including those that are not read. */
  List<TextFile> files() {
    return files;
  }

  /** Records a file that cannot be read. */
  void quarantine(TextFile file, SourceFormatException problem) {
    quarantined.putIfAbsent(file.name(), problem.reason());
  }

  /** Returns the files that cannot be read, each with its first problem. */
  List<String> quarantined() {
    return quarantined.entrySet().stream()
        .map(each -> each.getKey() + ": " + each.getValue())
        .toList();
  }

  /** Adds the schema of a Parquet file. */
  void addTable(TextFile file, Set<String> paths) {
    tables.put(file, Set.copyOf(paths));
  }

  /** Returns a column of a Parquet file. The column is added if it is new. */
  Column declare(String path) {
    return declared.computeIfAbsent(path, Column::new);
  }

  /** Returns the columns of Parquet files in the order of their first occurrence. */
  Collection<Column> declared() {
    return declared.values();
  }

  /** Chooses a declared column for reading. */
  void choose(Column column) {
    columns.put(column.path(), column);
  }

  /**
   * Returns the column of a path, and adds the column if it is new. The result is empty if there
   * are too many columns.
   */
  Optional<Column> column(String path) {
    return columns.size() < JSON_COLUMNS
        ? Optional.of(columns.computeIfAbsent(path, this::declaredOrNew))
        : Optional.ofNullable(columns.get(path));
  }

  private Column declaredOrNew(String path) {
    return declared.getOrDefault(path, new Column(path));
  }

  /** Returns the columns whose values are read, in the order of their first occurrence. */
  Collection<Column> columns() {
    return columns.values();
  }

  /** Returns whether a column has at least one value in the sample. */
  List<Column> ranked(GuessedRole role, Predicate<Column> fits) {
    return columns.values().stream()
        .filter(fits)
        .filter(column -> role.suits(column.path()))
        .sorted(
            Comparator.<Column>comparingInt(column -> role.rank(column.path()))
                .thenComparingInt(Column::depth))
        .toList();
  }

  /**
   * Returns whether a column has a value in the sample. Also returns true if the sample has no
   * rows.
   */
  boolean mayHaveValues(Column column) {
    return rows == 0 || column.count() > 0;
  }

  /** Lists the names of the first few columns. */
  static String names(List<Column> columns) {
    return listed(columns.stream().map(Column::path).toList());
  }

  /** Lists the first few names. */
  static String listed(List<String> paths) {
    String first =
        paths.stream().limit(LISTED).map(YamlText::name).collect(Collectors.joining(", "));
    int more = paths.size() - LISTED;
    return more > 0 ? "%s and %d more".formatted(first, more) : first;
  }

  /**
   * Adds a list.
   *
   * @param field a field of the list's elements; can be empty
   */
  void addList(String list, String field) {
    if (lists.size() < JSON_COLUMNS || lists.containsKey(list)) {
      Set<String> fields = lists.computeIfAbsent(list, any -> new TreeSet<>());
      if (fields.size() < JSON_COLUMNS) {
        fields.add(field.toLowerCase(Locale.ROOT));
      }
    }
  }

  /** Returns the fields of the elements of each list, in lower case. */
  Map<String, Set<String>> lists() {
    return lists;
  }

  /**
   * Describes which Parquet files lack a column that other files have, or returns empty if all
   * files have it.
   */
  Optional<String> lacking(String path) {
    List<TextFile> lacking =
        tables.keySet().stream().filter(file -> !tables.get(file).contains(path)).toList();
    return lacking.isEmpty() || lacking.size() == tables.size()
        ? Optional.empty()
        : Optional.of(
            "missing in %d of %d schemas, first in %s"
                .formatted(lacking.size(), tables.size(), lacking.get(0).name()));
  }

  void endRow() {
    rows++;
  }

  /**
   * Counts the rows of a file and their bytes in the file, whether or not they are in the sample.
   */
  void count(long more, long bytes) {
    counted += more;
    countedBytes += bytes;
  }

  /** Returns the number of rows in the sample. This is also the index of the next row. */
  int rows() {
    return rows;
  }

  /** Returns the number of rows of all files, extrapolated. */
  private double allRows() {
    return countedBytes == 0 ? 0 : counted / countedBytes * bytes();
  }

  private long bytes() {
    return files.stream().mapToLong(TextFile::bytes).sum();
  }

  /** Returns how many rows of the input each row of the sample represents. */
  double factor() {
    return rows == 0 ? 0 : allRows() / rows;
  }

  /** Describes the size of the input and of the sample in words. */
  String describe() {
    return "%s, %s; %s of about %s"
        .formatted(
            Figures.counted(files.size(), "file"),
            ByteSize.approximate(bytes()),
            Figures.counted(rows, "row"),
            Figures.count(allRows()));
  }
}
