package dev.sluice.storage.shard;

import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.table.CompressedRows;
import dev.sluice.storage.table.RecordColumnWriters;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.storage.write.PageCompressor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;

/** The rows of a shard that are not in its file yet. Not thread-safe. */
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

  OpenRowGroup(
      ShardFormat format,
      MessageType schema,
      ParquetProperties properties,
      PageCompressor compressor) {
    this.rows = new CompressedRows(schema, properties, compressor);
    for (String name : format.columns()) {
      if (!format.isCarried(name)) {
        ColumnDescriptor column = schema.getColumnDescription(new String[] {name});
        fields.add(field(ColumnRole.of(name).orElseThrow(), rows.column(column)));
      }
    }
    format.carried().ifPresent(this::addCarried);
  }

  private void addCarried(TableSchema carried) {
    RecordColumnWriters columns = new RecordColumnWriters(carried, rows::column);
    fields.add(
        row -> {
          ByteBuffer record = row.columns();
          columns.write(
              record.array(), record.arrayOffset() + record.position(), record.remaining());
        });
  }

  private RowField field(ColumnRole role, ColumnWriter column) {
    return switch (role) {
      case ID -> row -> column.write(Binary.fromReusedByteArray(row.id()), 0, 0);
      case TEXT ->
          row ->
              column.write(
                  Binary.fromReusedByteArray(row.text(), row.textOffset(), row.textLength()), 0, 0);
      case SCORE -> row -> column.write(row.score(), 0, 0);
      case DUMP -> row -> column.write(dump(row.dump()), 0, 0);
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

  /** Returns the size of compressed and open pages. */
  long pageBytes() {
    return rows.bytes();
  }

  /** Returns the memory used for {@link #pageBytes}. */
  long heapBytes() {
    return rows.heapBytes();
  }

  void flushTo(ParquetFileWriter writer) throws IOException {
    rows.finish();
    rows.writeTo(writer);
  }
}
