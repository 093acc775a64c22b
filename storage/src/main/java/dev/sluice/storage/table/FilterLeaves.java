package dev.sluice.storage.table;

import dev.sluice.core.filter.ColumnKind;
import dev.sluice.core.filter.FilterRow;
import dev.sluice.storage.page.ColumnTypes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;

/**
 * Finds the columns of a filter in the records of a file, each a {@link SingleField}. Immutable and
 * thread-safe.
 */
public final class FilterLeaves {
  /** Of a column that the file lacks. */
  private static final SingleField NONE = new SingleField("", "", null, -1, 0);

  private final TableSchema schema;
  private final List<SingleField> places;
  private final Map<String, ColumnKind> kinds;
  private final Set<String> twice;

  private FilterLeaves(
      TableSchema schema,
      List<SingleField> places,
      Map<String, ColumnKind> kinds,
      Set<String> twice) {
    this.schema = schema;
    this.places = places;
    this.kinds = kinds;
    this.twice = twice;
  }

  /**
   * Finds columns.
   *
   * @param file all columns of the file
   * @param columns of the filter, in its order
   */
  public static FilterLeaves of(TableSchema file, List<String> columns) {
    List<SingleField> fields = SingleField.of(file.message());
    Map<String, ColumnKind> kinds = new HashMap<>();
    Set<String> needed = new HashSet<>();
    for (SingleField field : fields) {
      kinds.put(field.path(), kind(field.type()));
      if (columns.contains(field.path())) {
        needed.add(field.top());
      }
    }
    Set<String> twice = SingleField.twice(fields);
    twice.retainAll(columns);
    TableSchema schema = file.nullable(needed::contains);
    Map<String, SingleField> places = new HashMap<>();
    for (SingleField field : SingleField.of(schema.message())) {
      places.put(field.path(), field);
    }
    return new FilterLeaves(
        schema,
        columns.stream().map(column -> places.getOrDefault(column, NONE)).toList(),
        kinds,
        twice);
  }

  private static ColumnKind kind(Type type) {
    if (!type.isPrimitive() || type.isRepetition(Repetition.REPEATED)) {
      return ColumnKind.OTHER;
    }
    if (ColumnTypes.isNothing(type)) {
      return ColumnKind.NOTHING;
    }
    LogicalTypeAnnotation meaning = type.getLogicalTypeAnnotation();
    return switch (type.asPrimitiveType().getPrimitiveTypeName()) {
      case BOOLEAN -> ColumnKind.BOOLEAN;
      case INT32, INT64 -> isInteger(meaning) ? ColumnKind.INTEGER : ColumnKind.OTHER;
      case FLOAT, DOUBLE -> ColumnKind.FLOATING;
      case BINARY -> isText(meaning) ? ColumnKind.STRING : ColumnKind.OTHER;
      case INT96, FIXED_LEN_BYTE_ARRAY -> ColumnKind.OTHER;
    };
  }

  private static boolean isInteger(LogicalTypeAnnotation meaning) {
    return meaning == null
        || meaning instanceof IntLogicalTypeAnnotation integer
            && (integer.isSigned() || integer.getBitWidth() < Long.SIZE);
  }

  private static boolean isText(LogicalTypeAnnotation meaning) {
    return meaning == null
        || meaning.equals(LogicalTypeAnnotation.stringType())
        || meaning.equals(LogicalTypeAnnotation.enumType())
        || meaning.equals(LogicalTypeAnnotation.jsonType());
  }

  /** Columns of the filter that the file has twice, so that nobody knows which one is meant. */
  public Set<String> twice() {
    return twice;
  }

  /** All columns of the file, with what they can be compared with. */
  public Map<String, ColumnKind> kinds() {
    return kinds;
  }

  /** The form of the records. */
  public TableSchema schema() {
    return schema;
  }

  /** A row to be set; for one thread. */
  public FilterRow row() {
    return new RecordRow(new RecordReader(schema), places);
  }

  /** Sets a row that {@link #row} has returned to a record. */
  public void set(FilterRow row, byte[] record, int length) {
    ((RecordRow) row).reader().set(record, 0, length);
  }

  /** The columns in a record. */
  private record RecordRow(RecordReader reader, List<SingleField> places) implements FilterRow {
    @Override
    public boolean isNull(int column) {
      SingleField place = places.get(column);
      return place.leaf() < 0 || reader.definition(place.leaf()) < place.present();
    }

    @Override
    public boolean booleanAt(int column) {
      return reader.bool(places.get(column).leaf());
    }

    @Override
    public long longAt(int column) {
      SingleField place = places.get(column);
      return switch (place.primitive().getPrimitiveTypeName()) {
        case INT32 ->
            isUnsigned(place.type())
                ? Integer.toUnsignedLong(reader.int32(place.leaf()))
                : reader.int32(place.leaf());
        default -> reader.int64(place.leaf());
      };
    }

    private static boolean isUnsigned(Type type) {
      return type.getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation integer
          && !integer.isSigned();
    }

    @Override
    public double doubleAt(int column) {
      SingleField place = places.get(column);
      return switch (place.primitive().getPrimitiveTypeName()) {
        case FLOAT -> reader.float32(place.leaf());
        default -> reader.float64(place.leaf());
      };
    }

    @Override
    public byte[] bytesAt(int column) {
      return reader.bytes();
    }

    @Override
    public int offsetAt(int column) {
      return reader.valueOffset(places.get(column).leaf());
    }

    @Override
    public int lengthAt(int column) {
      return reader.valueLength(places.get(column).leaf());
    }
  }
}
