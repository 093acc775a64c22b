package dev.sluice.storage.json;

import dev.sluice.storage.page.ColumnTypes;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.rows.RowFields;
import dev.sluice.storage.rows.RowProblem;
import dev.sluice.storage.table.RecordReader;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableSchema;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.column.ColumnDescriptor;

/** Reads the fields of records. Not thread-safe. */
public final class TableFields implements RowFields {
  private final TableSchema schema;
  private final RecordReader record;
  private final int text;
  private final Map<String, Optional<RecordField>> known = new HashMap<>();

  /**
   * Creates a reader for records of a schema that contains the text.
   *
   * @param text path of the text, a column that {@link #requireText} accepts
   */
  public TableFields(TableSchema schema, String text) {
    this.schema = schema;
    this.record = new RecordReader(schema);
    this.text = RecordField.of(schema, text).orElseThrow().leaf();
  }

  /**
   * Requires a column that can be the text.
   *
   * @throws SourceFormatException if the file has no column with this path, or if the column has a
   *     different type or more than one value per row
   */
  public static void requireText(TableFile file, String path) throws SourceFormatException {
    ColumnTypes types = new ColumnTypes(file.file());
    List<ColumnDescriptor> columns = file.schema().message().getColumns();
    types.requireBytes(columns.get(types.require(columns, path)), "text");
  }

  @Override
  public void read(byte[] row, int offset, int length) {
    record.set(row, offset, length);
  }

  @Override
  public boolean isNull() {
    return !record.isPresent(text);
  }

  @Override
  public Optional<RowProblem> textProblem() {
    if (isNull()) {
      return Optional.of(new RowProblem(RowProblem.NULL_TEXT, "the text is null"));
    }
    return RowProblem.ofText(buffer(), offset(), length());
  }

  @Override
  public byte[] buffer() {
    return record.bytes();
  }

  @Override
  public int offset() {
    return record.valueOffset(text);
  }

  @Override
  public int length() {
    return record.valueLength(text);
  }

  @Override
  public Optional<RowFields.RowValue> value(String path) {
    return field(path)
        .flatMap(
            field ->
                field
                    .text(record)
                    .map(shown -> new RowFields.RowValue(shown, field.number(record))));
  }

  @Override
  public Optional<String> valueText(String path) {
    return field(path).flatMap(field -> field.text(record));
  }

  private Optional<RecordField> field(String path) {
    return known.computeIfAbsent(path, column -> RecordField.of(schema, column));
  }

  /** Returns empty, because only columns with one value per row are read. */
  @Override
  public Optional<List<String>> elements(String path) {
    return Optional.empty();
  }
}
