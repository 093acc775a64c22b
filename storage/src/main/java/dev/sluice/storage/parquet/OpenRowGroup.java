package dev.sluice.storage.parquet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;

/** The rows of a shard that are not yet in its file. Not thread-safe. */
final class OpenRowGroup {
  /** What the column writers hold whatever the rows: above all the first slab of dump numbers. */
  private static final int FIXED_BYTES = 32 << 10;

  private final ColumnChunkPageWriteStore pages;
  private final ColumnWriteStore columns;
  private final List<RowField> fields = new ArrayList<>();
  private long rows;
  private String lastDump = "";
  private Binary lastDumpBytes = Binary.EMPTY;

  /** Writes one field of a row into its column. */
  @FunctionalInterface
  private interface RowField {
    void write(ShardRow row);
  }

  OpenRowGroup(MessageType schema, ParquetProperties properties, PageCompressor compressor) {
    this.pages =
        new ColumnChunkPageWriteStore(
            compressor,
            schema,
            new HeapByteBufferAllocator(),
            properties.getColumnIndexTruncateLength(),
            properties.getPageWriteChecksumEnabled());
    this.columns = properties.newColumnWriteStore(schema, pages);
    for (ColumnDescriptor column : schema.getColumns()) {
      fields.add(field(column.getPath()[0], columns.getColumnWriter(column)));
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
      default -> row -> column.write(dump(row.dump()), 0, 0);
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
    columns.endRecord();
    rows++;
  }

  /** Packed pages and the bytes of the open ones. */
  long pageBytes() {
    return columns.getBufferedSize();
  }

  /** The heap behind {@link #pageBytes}. */
  long heapBytes() {
    return FIXED_BYTES + columns.getAllocatedSize();
  }

  void flushTo(ParquetFileWriter writer) throws IOException {
    columns.flush();
    writer.startBlock(rows);
    pages.flushToFileWriter(writer);
    writer.endBlock();
    columns.close();
    pages.close();
  }
}
