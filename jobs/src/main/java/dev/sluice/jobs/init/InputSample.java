package dev.sluice.jobs.init;

import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.TextFile;
import java.util.ArrayList;
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

/** Schemas of files and a sample of their rows, by column. Not thread-safe. */
final class InputSample {
  /** Columns of JSON that are known; there may be as many as values. */
  private static final int JSON_COLUMNS = 1_000;

  private static final int LISTED = 8;

  private final List<TextFile> files;
  private final Map<String, Column> declared = new LinkedHashMap<>();
  private final Map<String, Column> columns = new LinkedHashMap<>();
  private final Map<String, Set<String>> lists = new TreeMap<>();
  private final List<String> tables = new ArrayList<>();
  private final Map<String, String> quarantined = new LinkedHashMap<>();
  private int rows;
  private double counted;
  private double countedBytes;

  /**
   * Starts without rows.
   *
   * @param files of the input
   */
  InputSample(List<TextFile> files) {
    this.files = files;
  }

  /** All files of the input, looked at or not. */
  List<TextFile> files() {
    return files;
  }

  /** A file cannot be read. */
  void quarantine(TextFile file, SourceFormatException problem) {
    quarantined.putIfAbsent(file.name(), problem.reason());
  }

  /** Files that cannot be read, each with its first problem. */
  List<String> quarantined() {
    return quarantined.entrySet().stream()
        .map(each -> each.getKey() + ": " + each.getValue())
        .toList();
  }

  /** A column that the schema of the next table has. */
  void declare(String path, Optional<Column.Kind> kind) {
    Column column = declared.computeIfAbsent(path, Column::new);
    column.meet(tables.size());
    kind.ifPresent(column::declare);
  }

  /** All columns of a file of Parquet are declared. */
  void addTable(TextFile file) {
    tables.add(file.name());
  }

  /** The columns of Parquet files, in the order in which they first occur. */
  Collection<Column> declared() {
    return declared.values();
  }

  /** Lets the values of a declared column be read. */
  void choose(Column column) {
    columns.put(column.path(), column);
  }

  /** The column of a path, made if there is none; empty beyond the limit of columns. */
  Optional<Column> column(String path) {
    return columns.size() < JSON_COLUMNS
        ? Optional.of(columns.computeIfAbsent(path, Column::new))
        : Optional.ofNullable(columns.get(path));
  }

  /** The columns whose values are read, in the order in which they came. */
  Collection<Column> columns() {
    return columns.values();
  }

  /** The columns that suit a role: best names first, then those in fewer structs, then in order. */
  List<Column> ranked(ColumnRole role, Predicate<Column> fits) {
    return columns.values().stream()
        .filter(fits)
        .filter(column -> role.suits(column.path()))
        .sorted(
            Comparator.<Column>comparingInt(column -> role.rank(column.path()))
                .thenComparingInt(Column::depth))
        .toList();
  }

  /** Whether a column has a value, or could have one because there are no rows. */
  boolean mayHaveValues(Column column) {
    return rows == 0 || column.count() > 0;
  }

  /** The names of the first few columns. */
  static String names(List<Column> columns) {
    return listed(columns.stream().map(Column::path).toList());
  }

  /** The first few of these names. */
  static String listed(List<String> paths) {
    String first =
        paths.stream().limit(LISTED).map(YamlText::name).collect(Collectors.joining(", "));
    int more = paths.size() - LISTED;
    return more > 0 ? "%s and %d more".formatted(first, more) : first;
  }

  /** A list of whatever. */
  void addList(String list) {
    if (lists.size() < JSON_COLUMNS) {
      lists.computeIfAbsent(list, any -> new TreeSet<>());
    }
  }

  /** The elements of a list have a field. */
  void addInList(String list, String field) {
    addList(list);
    Set<String> fields = lists.getOrDefault(list, new TreeSet<>());
    if (fields.size() < JSON_COLUMNS) {
      fields.add(field.toLowerCase(Locale.ROOT));
    }
  }

  /** The fields of the elements of each list, in lower case. */
  Map<String, Set<String>> lists() {
    return lists;
  }

  /** Which files of Parquet lack a column, for people; empty if none does. */
  Optional<String> lacking(String path) {
    Column column = declared.get(path);
    return column == null || column.files() == tables.size()
        ? Optional.empty()
        : Optional.of(
            "%d of the %d schemas lack it, first %s"
                .formatted(
                    tables.size() - column.files(),
                    tables.size(),
                    tables.get(column.firstWithout())));
  }

  /** The number of the next row. */
  int next() {
    return rows;
  }

  void endRow() {
    rows++;
  }

  /** Counts rows, in the sample or not, and the bytes that they take in their file. */
  void count(long more, long bytes) {
    counted += more;
    countedBytes += bytes;
  }

  /** Number of rows. */
  int rows() {
    return rows;
  }

  /** Number of rows of all files, extrapolated. */
  private double allRows() {
    return countedBytes == 0 ? 0 : counted / countedBytes * bytes();
  }

  private long bytes() {
    return files.stream().mapToLong(TextFile::bytes).sum();
  }

  /** How many rows of the input a row of the sample stands for. */
  double factor() {
    return rows == 0 ? 0 : allRows() / rows;
  }

  /** What there is and what was read of it, for people. */
  String describe() {
    return "%s, %s; %s of about %s"
        .formatted(
            Figures.counted(files.size(), "file"),
            Figures.bytes(bytes()),
            Figures.counted(rows, "row"),
            Figures.count(allRows()));
  }
}
