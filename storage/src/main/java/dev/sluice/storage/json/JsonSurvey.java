package dev.sluice.storage.json;

import dev.sluice.storage.table.TableSchema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.apache.parquet.schema.Types.MessageTypeBuilder;

/**
 * Derives the columns of a table from JSON lines. Every line is added once before any is encoded by
 * the {@link #table}. Surveys of parts of the input can be merged; the result does not depend on
 * the order of lines or merges.
 *
 * <p>Memory: a few hundred bytes for each top-level field. Not thread-safe.
 */
public final class JsonSurvey {
  /**
   * The maximum number of top-level fields. With more, the names are probably values, and the lines
   * are not a table.
   */
  public static final int MAX_FIELDS = 10_000;

  private final Map<String, Field> fields = new HashMap<>();
  private final JsonMembers members = new JsonMembers();

  /** Records where a field occurred first, and the first row with a value of each kind. */
  private static final class Field {
    private final String name;
    private long row = Long.MAX_VALUE;
    private int position = Integer.MAX_VALUE;
    private final Map<JsonKind, Long> rows = new EnumMap<>(JsonKind.class);

    Field(String name) {
      this.name = name;
    }

    void meet(long metRow, int metPosition) {
      if (metRow < row || metRow == row && metPosition < position) {
        row = metRow;
        position = metPosition;
      }
    }

    void meet(JsonKind kind, long metRow) {
      Long known = rows.get(kind);
      if (known == null || metRow < known) {
        rows.put(kind, metRow);
      }
    }

    Type column() {
      return JsonColumn.of(name, rows.keySet());
    }
  }

  /**
   * Adds a line.
   *
   * @param number index of the line among all rows of the table, which determines the order of
   *     columns and appears in errors
   * @throws JsonLineException if the line is not a JSON object in UTF-8, or contains a string that
   *     is not valid Unicode. Fields before the error have been added
   */
  public void add(byte[] line, int offset, int length, long number) throws JsonLineException {
    members.read(line, offset, length);
    for (int member = 0; member < members.size(); member++) {
      Field field = field(member);
      field.meet(number, member);
      if (line[members.begin(member)] != 'n') {
        field.meet(JsonKind.of(line, members.begin(member), members.end(member)), number);
      }
      if (members.isBrokenText(member)) {
        throw new JsonLineException(
            "field %s has an unpaired surrogate, which is not valid text".formatted(field.name));
      }
    }
  }

  private Field field(int member) throws JsonLineException {
    Optional<String> name = members.name(member);
    if (name.isEmpty()) {
      throw new JsonLineException("the name of a field has an unpaired surrogate");
    }
    if (fields.size() == MAX_FIELDS && !fields.containsKey(name.get())) {
      throw new JsonLineException(
          "field %s exceeds the limit of %d fields in a table".formatted(name.get(), MAX_FIELDS));
    }
    return fields.computeIfAbsent(name.get(), Field::new);
  }

  /** Adds the results of a second survey. */
  public void merge(JsonSurvey other) {
    for (Field field : other.fields.values()) {
      Field mine = fields.computeIfAbsent(field.name, Field::new);
      mine.meet(field.row, field.position);
      field.rows.forEach(mine::meet);
    }
  }

  /**
   * Returns the table for all lines added. Columns are in the order in which their fields first
   * occur, by row and then by position in the line. The type of a column is
   *
   * <ul>
   *   <li>boolean or string if all values are; also string if all are null;
   *   <li>int64 if all values are integers that fit;
   *   <li>double if all values are numbers that fit, integers exactly;
   *   <li>JSON text, annotated as JSON, if all values are objects and arrays, or numbers that do
   *       not fit, so nothing is lost.
   * </ul>
   *
   * All columns are optional, and null where a line lacks the field.
   *
   * @throws FieldException if a field has incompatible values
   * @throws IllegalStateException if no line has a field
   */
  public TableSchema table() throws FieldException {
    if (isEmpty()) {
      throw new IllegalStateException("No line has a field, so there are no columns");
    }
    return table(name -> true);
  }

  /** Returns the table for some of the fields. */
  public TableSchema table(Predicate<String> names) throws FieldException {
    List<Field> ordered =
        new ArrayList<>(fields.values().stream().filter(each -> names.test(each.name)).toList());
    ordered.sort(
        Comparator.<Field>comparingLong(field -> field.row)
            .thenComparingInt(field -> field.position)
            .thenComparing(field -> field.name));
    List<FieldException.Conflict> conflicts = new ArrayList<>();
    ordered.forEach(field -> addConflict(field, conflicts));
    if (!conflicts.isEmpty()) {
      throw new FieldException(conflicts);
    }
    MessageTypeBuilder table = Types.buildMessage();
    ordered.forEach(field -> table.addField(field.column()));
    return new TableSchema(table.named("schema"));
  }

  /** Returns the names of all fields, each with the first row that has it. */
  public SortedMap<String, Long> firstRows() {
    SortedMap<String, Long> rows = new TreeMap<>();
    fields.values().forEach(field -> rows.put(field.name, field.row));
    return rows;
  }

  /**
   * Returns whether a table has a suitable column for a field. The column must be able to hold all
   * values seen, and be at least as wide as the column that this survey would create.
   */
  public boolean fits(String field, TableSchema table) {
    if (!table.topLevel().contains(field)) {
      return false;
    }
    JsonColumn column = JsonColumn.of(table.message().getType(field));
    Set<JsonKind> kinds = fields.get(field).rows.keySet();
    return kinds.isEmpty()
        || column.form() != JsonColumn.Form.INT32 && kinds.stream().allMatch(column::holds);
  }

  /** Returns whether no line so far has a field. */
  public boolean isEmpty() {
    return fields.isEmpty();
  }

  /** Reports the two kinds that occurred first, if there are several. */
  private static void addConflict(Field field, List<FieldException.Conflict> conflicts) {
    Map<String, Long> rows = new HashMap<>();
    field.rows.forEach((kind, first) -> rows.merge(kind.word(), first, Math::min));
    if (rows.size() > 1) {
      List<Map.Entry<String, Long>> first =
          rows.entrySet().stream()
              .sorted(Map.Entry.<String, Long>comparingByValue().thenComparing(Map.Entry::getKey))
              .toList();
      conflicts.add(
          new FieldException.Conflict(
              field.name,
              first.get(0).getKey(),
              first.get(0).getValue(),
              first.get(1).getKey(),
              first.get(1).getValue()));
    }
  }

  /** Thrown if a field of JSON lines has values that do not fit into one column. */
  public static final class FieldException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient List<Conflict> conflicts;

    /**
     * A field with values of two kinds that cannot share a column.
     *
     * @param row the first row with a value of this kind
     * @param otherRow the first row with a value of the other kind; after {@code row}
     */
    public record Conflict(String field, String kind, long row, String otherKind, long otherRow) {
      @Override
      public String toString() {
        return "field %s is a %s in row %d and a %s in row %d"
            .formatted(field, kind, row, otherKind, otherRow);
      }
    }

    FieldException(List<Conflict> conflicts) {
      super(conflicts.stream().map(Conflict::toString).collect(Collectors.joining("; ")));
      this.conflicts = List.copyOf(conflicts);
    }

    /** Returns all such fields, in the order in which they first occur. */
    public List<Conflict> conflicts() {
      return conflicts;
    }
  }
}
