package dev.sluice.storage.source;

import dev.sluice.core.filter.ColumnKind;
import dev.sluice.core.filter.Filter;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.table.RecordBuffer;
import dev.sluice.storage.table.RecordReader;
import dev.sluice.storage.table.RecordRows;
import dev.sluice.storage.table.RowBuffers;
import dev.sluice.storage.table.SingleField;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableSchema;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * A filter fitted to the columns of a file. Each column is a {@link SingleField}.
 *
 * @param schema the schema of the records that hold these columns
 * @param places the place in a record of each column of the filter; empty if the file lacks the
 *     column
 * @param fromPath the value of each column of the filter that the file lacks and its path holds
 */
record FilterColumns(
    TableFile file,
    Filter.BoundFilter filter,
    TableSchema schema,
    List<Optional<SingleField>> places,
    List<Optional<FilterValue>> fromPath) {
  /**
   * Fits a filter to a file. Columns that file and path lack are null.
   *
   * @throws SourceFormatException if the file has columns of a kind that the filter does not
   *     accept, or two with the same name
   */
  static FilterColumns of(TableFile file, Filter filter, PathColumns path) throws IOException {
    List<SingleField> fields = SingleField.of(file.schema().message());
    requireOnce(file, filter, fields);
    Map<String, ColumnKind> kinds = new HashMap<>();
    Set<String> needed = new HashSet<>();
    for (SingleField field : fields) {
      kinds.put(field.path(), field.kind());
      if (filter.columns().contains(field.path())) {
        needed.add(field.top());
      }
    }
    Map<String, FilterValue> fromPath = path.fit(filter, kinds);
    TableSchema schema = file.schema().nullable(needed::contains);
    Map<String, SingleField> places = new HashMap<>();
    SingleField.of(schema.message()).forEach(field -> places.put(field.path(), field));
    try {
      return new FilterColumns(
          file,
          filter.bind(kinds),
          schema,
          filter.columns().stream().map(name -> Optional.ofNullable(places.get(name))).toList(),
          filter.columns().stream().map(name -> Optional.ofNullable(fromPath.get(name))).toList());
    } catch (Filter.BindingException e) {
      throw new SourceFormatException(file.file(), path.misfit(e, fromPath.keySet()));
    }
  }

  private static void requireOnce(TableFile file, Filter filter, List<SingleField> fields)
      throws SourceFormatException {
    Set<String> twice = SingleField.twice(fields);
    twice.retainAll(filter.columns());
    if (!twice.isEmpty()) {
      throw new SourceFormatException(
          file.file(),
          "filter: more than one column is named %s: rename all but one"
              .formatted(String.join(" or ", twice)));
    }
  }

  /** Opens the rows of a row group. They are read when they are requested. */
  FilteredRows open(int rowGroup) {
    return new FilteredRows(this, rowGroup);
  }

  /** Returns the maximum memory for reading a row group. */
  long readBytes(int rowGroup) {
    return file.readBytes(rowGroup, schema);
  }

  /** Evaluates a filter on the rows of one row group, in order. Not thread-safe. */
  static final class FilteredRows implements Closeable {
    private final FilterColumns columns;
    private final RecordRows rows;
    private final RecordReader record;

    FilteredRows(FilterColumns columns, int rowGroup) {
      this.columns = columns;
      this.rows =
          columns.file().rows(rowGroup, columns.schema(), new RowBuffers(RecordBuffer.MAX_BYTES));
      this.record = new RecordReader(columns.schema());
    }

    /**
     * Returns whether a row passes.
     *
     * @param number the row's index in the file, not less than in the previous call
     * @throws dev.sluice.storage.page.SourceFormatException if the row group is broken there
     * @throws IOException if the file cannot be read
     */
    boolean passes(long number) throws IOException {
      ByteBuffer bytes = rows.read(number);
      record.set(bytes.array(), 0, bytes.limit());
      return columns.filter().passes(this::value);
    }

    /** Skips the remaining rows, so that pages that cannot be read are noticed. */
    void finish() throws IOException {
      rows.finish();
    }

    @Override
    public void close() throws IOException {
      rows.close();
    }

    /**
     * Returns the value of one of the filter's columns in the record, or else in the path of the
     * file.
     */
    private Object value(int column) {
      Optional<FilterValue> fromPath = columns.fromPath().get(column);
      if (fromPath.isPresent()) {
        return fromPath.get().value();
      }
      Optional<SingleField> place = columns.places().get(column);
      boolean isNull =
          place.isEmpty() || record.definition(place.get().leaf()) < place.get().present();
      return isNull ? null : value(place.get());
    }

    private Object value(SingleField field) {
      int leaf = field.leaf();
      return switch (field.kind()) {
        case BOOLEAN -> record.bool(leaf);
        case INTEGER -> integer(field.type().asPrimitiveType(), leaf);
        case FLOATING ->
            field.type().asPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.FLOAT
                ? (double) record.float32(leaf)
                : record.float64(leaf);
        case STRING ->
            ByteBuffer.wrap(record.bytes(), record.valueOffset(leaf), record.valueLength(leaf));
        case NOTHING, OTHER -> FilterValue.OTHER.value();
      };
    }

    private long integer(PrimitiveType type, int leaf) {
      if (type.getPrimitiveTypeName() != PrimitiveTypeName.INT32) {
        return record.int64(leaf);
      }
      boolean isUnsigned =
          type.getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation integer
              && !integer.isSigned();
      int value = record.int32(leaf);
      return isUnsigned ? Integer.toUnsignedLong(value) : value;
    }
  }
}
