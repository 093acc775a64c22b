package dev.sluice.storage.source;

import dev.sluice.core.filter.FilterRow;
import dev.sluice.storage.table.RecordBuffer;
import dev.sluice.storage.table.RecordReader;
import dev.sluice.storage.table.RecordRows;
import dev.sluice.storage.table.RowBuffers;
import dev.sluice.storage.table.SingleField;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/** Evaluates a filter on the rows of one row group, in order. Not thread-safe. */
final class FilteredRows implements Closeable {
  private final FilterColumns columns;
  private final RecordRows rows;
  private final RecordReader record;
  private final FilterRow row;

  FilteredRows(FilterColumns columns, int rowGroup) {
    this.columns = columns;
    this.rows =
        columns.file().rows(rowGroup, columns.schema(), new RowBuffers(RecordBuffer.MAX_BYTES));
    this.record = new RecordReader(columns.schema());
    this.row = withPath(new RecordRow(record, columns.places()), columns);
  }

  private static FilterRow withPath(FilterRow inFile, FilterColumns columns) {
    if (columns.fromPath().isEmpty()) {
      return inFile;
    }
    List<String> names = columns.filter().columns();
    FilterValues row = new FilterValues(names.size(), Optional.of(inFile));
    columns.fromPath().forEach((name, value) -> row.set(names.indexOf(name), value));
    return row;
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
    return columns.filter().passes(row);
  }

  /** Passes over the remaining rows, so that pages that cannot be read are noticed. */
  void finish() throws IOException {
    rows.finish();
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }

  /** The columns in a record. */
  private record RecordRow(RecordReader reader, List<Optional<SingleField>> places)
      implements FilterRow {
    private int leaf(int column) {
      return places.get(column).orElseThrow().leaf();
    }

    private PrimitiveType type(int column) {
      return places.get(column).orElseThrow().type().asPrimitiveType();
    }

    @Override
    public boolean isNull(int column) {
      Optional<SingleField> place = places.get(column);
      return place.isEmpty() || reader.definition(place.get().leaf()) < place.get().present();
    }

    @Override
    public boolean booleanAt(int column) {
      return reader.bool(leaf(column));
    }

    @Override
    public long longAt(int column) {
      PrimitiveType type = type(column);
      if (type.getPrimitiveTypeName() != PrimitiveTypeName.INT32) {
        return reader.int64(leaf(column));
      }
      int value = reader.int32(leaf(column));
      return type.getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation integer
              && !integer.isSigned()
          ? Integer.toUnsignedLong(value)
          : value;
    }

    @Override
    public double doubleAt(int column) {
      return type(column).getPrimitiveTypeName() == PrimitiveTypeName.FLOAT
          ? reader.float32(leaf(column))
          : reader.float64(leaf(column));
    }

    @Override
    public byte[] bytesAt(int column) {
      return reader.bytes();
    }

    @Override
    public int offsetAt(int column) {
      return reader.valueOffset(leaf(column));
    }

    @Override
    public int lengthAt(int column) {
      return reader.valueLength(leaf(column));
    }
  }
}
