package dev.sluice.storage.json;

import dev.sluice.storage.table.TableSchema;
import java.util.List;
import org.apache.parquet.schema.Types;
import org.apache.parquet.schema.Types.MessageTypeBuilder;

/** The table derived from JSON lines by {@link JsonSurvey}. Immutable and thread-safe. */
public final class JsonTable {
  private final List<JsonColumn> columns;
  private final TableSchema schema;

  JsonTable(List<JsonColumn> columns) {
    this.columns = List.copyOf(columns);
    MessageTypeBuilder builder = Types.buildMessage();
    columns.forEach(column -> builder.addField(column.type()));
    this.schema = new TableSchema(builder.named("schema"));
  }

  /** The columns. */
  public TableSchema schema() {
    return schema;
  }

  /** A new encoder; each thread needs its own. */
  public JsonEncoder encoder() {
    return new JsonEncoder(columns);
  }
}
