package dev.sluice.storage.json;

import dev.sluice.storage.table.TableSchema;
import java.util.List;
import java.util.Map;
import org.apache.parquet.schema.Types;
import org.apache.parquet.schema.Types.MessageTypeBuilder;

/**
 * A table that JSON objects are encoded for: derived from lines by {@link JsonSurvey}, or of given
 * columns. Immutable and thread-safe.
 */
public final class JsonTable {
  private final List<JsonColumn> columns;
  private final TableSchema schema;
  private final boolean isWhole;

  private JsonTable(List<JsonColumn> columns, TableSchema schema, boolean isWhole) {
    this.columns = columns;
    this.schema = schema;
    this.isWhole = isWhole;
  }

  /** A table with a column for each field that there is. */
  static JsonTable ofAll(List<JsonColumn> columns) {
    MessageTypeBuilder builder = Types.buildMessage();
    columns.forEach(column -> builder.addField(column.type()));
    return new JsonTable(List.copyOf(columns), new TableSchema(builder.named("schema")), true);
  }

  /**
   * A table with some columns of any types, each of which may be null. Other fields are passed
   * over; a column of a type that JSON values do not have holds only nulls.
   */
  public static JsonTable of(TableSchema schema) {
    List<JsonColumn> columns = schema.message().getFields().stream().map(JsonColumn::of).toList();
    return new JsonTable(columns, schema, false);
  }

  /** The columns. */
  public TableSchema schema() {
    return schema;
  }

  /** A new encoder; each thread needs its own. */
  public JsonEncoder encoder() {
    return encoder(Map.of());
  }

  /**
   * The same, with values for objects that lack a field.
   *
   * @param constants a column's level and value in a record, by its name
   */
  public JsonEncoder encoder(Map<String, byte[]> constants) {
    return new JsonEncoder(columns, schema, isWhole, constants);
  }
}
