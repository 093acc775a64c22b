package dev.sluice.storage.table;

import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;

import dev.sluice.storage.write.ShardCompression;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Types;
import org.apache.parquet.schema.Types.MessageTypeBuilder;

/**
 * The format of a table of texts with labels: an optional column {@code text}, and for each label
 * an optional string column, dictionary-encoded because labels repeat. Compressed with zstd.
 *
 * @param labels names of the label columns, which follow the text
 * @param level of zstd, 1 to 22
 */
public record TextTableFormat(List<String> labels, int level) {
  /** The column of texts. */
  public static final String TEXT = "text";

  /** Checks names and level. */
  public TextTableFormat {
    labels = List.copyOf(labels);
    if (labels.contains(TEXT) || Set.copyOf(labels).size() < labels.size()) {
      throw new IllegalArgumentException("labels %s: each once, none %s".formatted(labels, TEXT));
    }
    ShardCompression zstd = ShardCompression.ZSTD;
    if (level < zstd.minLevel() || level > zstd.maxLevel()) {
      throw new IllegalArgumentException(
          "level %d must be from %d to %d".formatted(level, zstd.minLevel(), zstd.maxLevel()));
    }
  }

  /** The same as a general table format. */
  public TableFormat table() {
    return new TableFormat(
        new TableSchema(schema()), Set.copyOf(labels), Map.of(), level, TableFormat.PAGE_BYTES);
  }

  MessageType schema() {
    MessageTypeBuilder builder = Types.buildMessage();
    builder.optional(BINARY).as(LogicalTypeAnnotation.stringType()).named(TEXT);
    for (String label : labels) {
      builder.optional(BINARY).as(LogicalTypeAnnotation.stringType()).named(label);
    }
    return builder.named("schema");
  }
}
