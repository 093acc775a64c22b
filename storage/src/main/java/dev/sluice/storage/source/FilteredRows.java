package dev.sluice.storage.source;

import dev.sluice.storage.table.RecordBuffer;
import dev.sluice.storage.table.RecordReader;
import dev.sluice.storage.table.RecordRows;
import dev.sluice.storage.table.RowBuffers;
import dev.sluice.storage.table.SingleField;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** Evaluates a filter on the rows of one row group, in order. Not thread-safe. */
final class FilteredRows implements Closeable {
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
   * Whether a row passes.
   *
   * @param number index in the file, not less than in the previous call
   * @throws dev.sluice.storage.page.SourceFormatException if the row group is broken there
   * @throws IOException if the file cannot be read
   */
  boolean passes(long number) throws IOException {
    ByteBuffer bytes = rows.read(number);
    record.set(bytes.array(), 0, bytes.limit());
    return columns.filter().passes(this::value);
  }

  /** Passes over the remaining rows, so that pages that cannot be read are noticed. */
  void finish() throws IOException {
    rows.finish();
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }

  /** The value of one of the filter's columns in the record, or else in the path of the file. */
  private Object value(int column) {
    FilterValue fromPath = columns.fromPath().get(columns.filter().columns().get(column));
    Optional<SingleField> place = columns.places().get(column);
    if (fromPath != null) {
      return fromPath.value();
    }
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
