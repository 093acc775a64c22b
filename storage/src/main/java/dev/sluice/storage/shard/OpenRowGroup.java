package dev.sluice.storage.shard;

import dev.sluice.storage.page.PageCompressor;
import dev.sluice.storage.table.CompressedRows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;

/** The rows of a shard that are not yet in its file. Not thread-safe. */
final class OpenRowGroup {
  private final CompressedRows rows;
  private final List<RowField> fields = new ArrayList<>();
  private String lastDump = "";
  private Binary lastDumpBytes = Binary.EMPTY;

  /** Writes one field of a row into its column. */
  @FunctionalInterface
  private interface RowField {
    void write(ShardRow row);
  }

  OpenRowGroup(MessageType schema, ParquetProperties properties, PageCompressor compressor) {
    this.rows = new CompressedRows(schema, properties, compressor);
    for (ColumnDescriptor column : schema.getColumns()) {
      fields.add(field(column.getPath()[0], rows.column(column)));
    }
  }

  private RowField field(String name, ColumnWriter column) {
    return switch (name) {
      case "id" -> row -> column.write(Binary.fromReusedByteArray(row.id()), 0, 0);
      case "text" ->
          row ->
              column.write(
                  Binary.fromReusedByteArray(row.text(), row.textOffset(), row.textLength()), 0, 0);
      case "score" -> row -> column.write(row.score(), 0, 0);
      case "dump" -> row -> column.write(dump(row.dump()), 0, 0);
      default -> throw new IllegalArgumentException("no such column of a shard: " + name);
    };
  }

  private Binary dump(String name) {
    if (!name.equals(lastDump)) {
      lastDump = name;
      lastDumpBytes = Binary.fromString(name);
    }
    return lastDumpBytes;
  }

  void write(ShardRow row) {
    for (RowField field : fields) {
      field.write(row);
    }
    rows.endRow();
  }

  /** Size of compressed pages and open pages. */
  long pageBytes() {
    return rows.pageBytes();
  }

  /** Memory used for {@link #pageBytes}. */
  long heapBytes() {
    return rows.heapBytes();
  }

  void flushTo(ParquetFileWriter writer) throws IOException {
    rows.finish();
    rows.writeTo(writer);
  }
}
