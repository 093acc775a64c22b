package dev.sluice.jobs.init;

import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextFormat;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Schemas of files and a sample of their rows, by column. Not thread-safe. */
final class InputSample {
  /** Columns of JSON that are known; there may be as many as values. */
  private static final int JSON_COLUMNS = 10_000;

  private static final int LISTED = 8;

  private final List<TextFile> files;
  private final Map<String, Column> declared = new LinkedHashMap<>();
  private final Map<String, Column> columns = new LinkedHashMap<>();
  private final Set<String> inLists = new LinkedHashSet<>();
  private final List<String> tables = new ArrayList<>();
  private final Map<String, String> quarantined = new LinkedHashMap<>();
  private int lineFiles;
  private long tableRows;
  private long tableBytes;
  private int rows;
  private int pieces;
  private long skipped;
  private long jsonRows;
  private long jsonBytes;

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

  /** A file of Parquet was looked at. */
  void addTable(TextFile file, long rowsOfFile) {
    tables.add(file.name());
    tableRows += rowsOfFile;
    tableBytes += file.bytes();
  }

  /** A file of JSON was looked at. */
  void addLines() {
    lineFiles++;
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
    return rows == 0 || column.values() > 0;
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

  /** Objects in a list of JSON have a text; its path is that of the column in Parquet. */
  void addInList(String list, String field) {
    if (inLists.size() < JSON_COLUMNS) {
      inLists.add(list + ".list.element." + field);
    }
  }

  /** Paths of texts in objects in lists of JSON, as the columns would be called in Parquet. */
  Set<String> inLists() {
    return inLists;
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

  void endPiece() {
    pieces++;
  }

  /** A row cannot be used: it is too large, or no object. */
  void skip() {
    skipped++;
  }

  /** Rows of a file of JSON, and the bytes of the file that they took. */
  void addJson(long lines, long bytes) {
    jsonRows += lines;
    jsonBytes += bytes;
  }

  /** Number of rows. */
  int rows() {
    return rows;
  }

  /** Number of rows of all files, extrapolated if not all were looked at, or if they are JSON. */
  double allRows() {
    boolean looked = files.size() <= InputSampler.FILES;
    double extrapolated =
        looked || tableBytes == 0
            ? tableRows
            : (double) tableRows * bytes(TextFormat.PARQUET) / tableBytes;
    return extrapolated
        + (jsonBytes == 0 ? 0 : (double) bytes(TextFormat.JSONL) * jsonRows / jsonBytes);
  }

  private long bytes(TextFormat format) {
    return files.stream().filter(file -> file.format() == format).mapToLong(TextFile::bytes).sum();
  }

  private int count(TextFormat format) {
    return (int) files.stream().filter(file -> file.format() == format).count();
  }

  /** Whether there are files of JSON. */
  boolean hasJson() {
    return count(TextFormat.JSONL) > 0;
  }

  /** How many rows of the input a row of the sample stands for. */
  double factor() {
    return rows == 0 ? 0 : allRows() / rows;
  }

  /** The files, for people. */
  String describeFiles() {
    int lines = count(TextFormat.JSONL);
    String parquet = Figures.counted(count(TextFormat.PARQUET), "Parquet file");
    String json = Figures.counted(lines, "JSON file");
    String both = lines == files.size() ? json : parquet + " and " + json;
    return "%s, %s"
        .formatted(
            lines == 0 ? parquet : both,
            Figures.bytes(bytes(TextFormat.PARQUET) + bytes(TextFormat.JSONL)));
  }

  /** What was read of them, for people. */
  String describeRead() {
    int looked = tables.size() + lineFiles;
    String schemas =
        looked == files.size()
            ? "all schemas"
            : "the schemas of " + Figures.counted(looked, "file");
    boolean exact = files.size() <= InputSampler.FILES && !hasJson();
    if (exact && rows == Math.round(allRows())) {
      return "%s and all %s".formatted(schemas, Figures.counted(rows, "row"));
    }
    String from = pieces == 0 ? "" : ", the first of " + describePieces();
    String unread =
        skipped == 0 ? "" : "; %s could not be read".formatted(Figures.counted(skipped, "row"));
    return "%s; %s of %s%s%s%s"
        .formatted(
            schemas,
            Figures.counted(rows, "row"),
            exact ? "" : "about ",
            Figures.count(allRows()),
            from,
            unread);
  }

  private String describePieces() {
    String noun = count(TextFormat.PARQUET) == 0 ? "file" : "row group";
    return pieces == 1
        ? "one " + noun
        : "each of %s that are evenly spread".formatted(Figures.counted(pieces, noun));
  }
}
