package dev.sluice.storage.text;

import dev.sluice.storage.json.JsonObjects;
import dev.sluice.storage.json.JsonText;
import dev.sluice.storage.json.TableFields;
import dev.sluice.storage.page.ColumnTypes;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.rows.RowFields;
import dev.sluice.storage.rows.RowProblem;
import dev.sluice.storage.rows.RowSource;
import dev.sluice.storage.table.RowBuffers;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableSchema;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads the texts of one file in order. Rows that cannot be used are skipped and counted, and the
 * first are listed: those that are not JSON objects, contain invalid UTF-8, or have no text or too
 * long a text. Reads are repeated up to three times after I/O errors.
 *
 * <p>Holds a file descriptor and one Parquet page, or one JSON object and its text. Not
 * thread-safe.
 */
public final class TextReader implements Closeable {
  /** Maximum number of rejected rows that are listed; all are counted. */
  public static final int LISTED_REJECTIONS = 100;

  /** After this many objects without the text field, the rest of the file is not read. */
  private static final int ROWS_WITHOUT = 10_000;

  private static final String NONE_OF_FIRST =
      "none of the first %,d lines has".formatted(ROWS_WITHOUT);

  private final RowSource rows;
  private final RowFields fields;
  private final TextColumns columns;
  private final List<RejectedRow> rejections = new ArrayList<>();
  private Optional<String> lastSource = Optional.empty();
  private long rejected;
  private long read;
  private boolean isFieldFound;
  private boolean isUsable;

  private TextReader(RowSource rows, RowFields fields, TextColumns columns) {
    this.rows = rows;
    this.fields = fields;
    this.columns = columns;
  }

  /**
   * Opens a file.
   *
   * @throws SourceFormatException if it is broken, or is Parquet without the text column; the
   *     message lists its columns then
   * @throws IOException if it cannot be read
   */
  public static TextReader open(TextFile file, TextColumns columns) throws IOException {
    return open(file.path(), file.format(), columns, Set.of());
  }

  /**
   * Some fields of one row of a file, beside its text. Of Parquet, these columns are read up to the
   * row; of JSON, the file up to the object.
   *
   * @param columns as the row was found with
   * @param row its index in the file
   * @param names of columns or fields, with dots for those of structs and objects
   * @return the values that there are, as texts
   * @throws SourceFormatException if the file is broken there, or has no such row
   * @throws IOException if it cannot be read
   */
  public static SortedMap<String, String> fields(
      Path file, TextColumns columns, long row, Set<String> names) throws IOException {
    try (TextReader reader = open(file, TextFormat.of(file), columns, names)) {
      reader.rows.skipTo(row);
      if (!reader.rows.next() || reader.rows.problem().isPresent()) {
        throw new SourceFormatException(file, "has no row %d".formatted(row));
      }
      SortedMap<String, String> found = new TreeMap<>();
      for (String name : names) {
        reader.fields.valueText(name).ifPresent(value -> found.put(name, value));
      }
      return found;
    }
  }

  private static TextReader open(
      Path file, TextFormat format, TextColumns columns, Set<String> others) throws IOException {
    return switch (format) {
      case PARQUET -> ofTable(TableFile.open(file), columns, others);
      case JSONL -> ofObjects(file, columns, others);
    };
  }

  private static TextReader ofTable(TableFile file, TextColumns columns, Set<String> others)
      throws IOException {
    TableFields.requireText(file, columns.text());
    Set<String> paths = new HashSet<>(others);
    paths.add(columns.text());
    if (columns.source().isPresent() && has(file, columns.source().get())) {
      paths.add(columns.source().get());
    }
    TableSchema schema = file.schema().only(paths);
    TableFields fields = new TableFields(schema, columns.text());
    RowBuffers buffers = new RowBuffers(columns.maxBytes() + TextColumns.BESIDE_TEXT);
    return new TextReader(file.rows(schema, buffers, fields), fields, columns);
  }

  private static boolean has(TableFile file, String path) throws SourceFormatException {
    return new ColumnTypes(file.file())
        .find(file.schema().message().getColumns(), path)
        .isPresent();
  }

  private static TextReader ofObjects(Path file, TextColumns columns, Set<String> others)
      throws IOException {
    JsonText fields = new JsonText(columns.text(), others);
    return new TextReader(
        JsonObjects.open(file, columns.maxBytes(), fields, IoRetry.THREE_TIMES),
        fields,
        columns.withoutSource());
  }

  /**
   * Advances to the next usable row: one with a text, or whose text is null.
   *
   * @return false after the last
   * @throws SourceFormatException if the file is broken there, naming the row or line; or if none
   *     of its first 10,000 objects, or of all, has the field
   * @throws IOException if it cannot be read
   */
  public boolean next() throws IOException {
    boolean more = advance();
    while (more && !isUsable) {
      more = advance();
    }
    return more;
  }

  /** Advances to the next row, usable or not. */
  boolean advance() throws IOException {
    if (!rows.next()) {
      requireField(read > 0, "no line has");
      return false;
    }
    Optional<RowProblem> problem = rows.problem().or(this::textProblem);
    requireField(read == ROWS_WITHOUT, NONE_OF_FIRST);
    isUsable = problem.isEmpty();
    problem.ifPresent(this::reject);
    return true;
  }

  private Optional<RowProblem> textProblem() {
    read++;
    isFieldFound |= !fields.isMissing();
    return fields.isNull() ? Optional.empty() : fields.textProblem(columns.maxBytes());
  }

  private void reject(RowProblem problem) {
    rejected++;
    if (rejections.size() < LISTED_REJECTIONS) {
      String place = rows.line() > 0 ? "line " + rows.line() : "row " + rows.row();
      rejections.add(new RejectedRow(place, problem.message()));
    }
  }

  private void requireField(boolean now, String which) throws SourceFormatException {
    if (now && !isFieldFound) {
      throw SourceFormatException.lacking(
          rows.file(), which + " a field", columns.text(), String.join(", ", fields.names()));
    }
  }

  /** Index of the row in the file. Rejected rows count, blank lines do not. */
  public long row() {
    return rows.row();
  }

  /** Bytes of the row, if they are a row. */
  int rowBytes() {
    return rows.problem().isEmpty() ? rows.length() : 0;
  }

  /** Whether the text is not null. It may be empty. */
  public boolean hasText() {
    return !fields.isNull();
  }

  /** The array that contains the text; valid until {@link #next} is called. */
  public byte[] buffer() {
    return fields.buffer();
  }

  /** Offset of the text in {@link #buffer}. */
  public int offset() {
    return fields.offset();
  }

  /** Length of the text in bytes; 0 if it is null. Always valid UTF-8. */
  public int length() {
    return fields.length();
  }

  /** The data set of the row, if the row names one; the same object for rows of the same one. */
  public Optional<String> source() {
    Optional<String> name =
        columns.source().flatMap(fields::valueText).filter(text -> !text.isEmpty());
    if (!name.equals(lastSource)) {
      lastSource = name;
    }
    return lastSource;
  }

  /** Approximate number of bytes read from the file, for progress. */
  public long bytesRead() {
    return rows.bytesRead();
  }

  /** Number of rows rejected so far. */
  public long rejected() {
    return rejected;
  }

  /** The first {@link #LISTED_REJECTIONS} rejected rows. */
  public List<RejectedRow> rejections() {
    return List.copyOf(rejections);
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
