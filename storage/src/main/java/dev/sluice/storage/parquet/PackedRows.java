package dev.sluice.storage.parquet;

import java.io.IOException;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.schema.MessageType;

/** A row group in memory: open pages and packed ones. Not thread-safe. */
final class PackedRows {
  /** What the column writers hold whatever the rows: above all the first slab of a dictionary. */
  private static final int FIXED_BYTES = 32 << 10;

  private final ColumnChunkPageWriteStore pages;
  private final ColumnWriteStore columns;
  private long rows;

  PackedRows(MessageType schema, ParquetProperties properties, PageCompressor compressor) {
    this.pages =
        new ColumnChunkPageWriteStore(
            compressor,
            schema,
            new HeapByteBufferAllocator(),
            properties.getColumnIndexTruncateLength(),
            properties.getPageWriteChecksumEnabled());
    this.columns = properties.newColumnWriteStore(schema, pages);
  }

  PackedRows(TableFormat format) {
    this(format.schema().message(), format.properties(), format.compressor());
  }

  ColumnWriter column(ColumnDescriptor column) {
    return columns.getColumnWriter(column);
  }

  void endRow() {
    columns.endRecord();
    rows++;
  }

  long rows() {
    return rows;
  }

  /** Packed pages and the bytes of the open ones. */
  long pageBytes() {
    return columns.getBufferedSize();
  }

  /** The heap behind {@link #pageBytes}. */
  long heapBytes() {
    return FIXED_BYTES + columns.getAllocatedSize();
  }

  /** Packs the open pages; no row can be added any more. */
  void finish() {
    columns.flush();
  }

  /** Writes the row group, once finished, and gives its memory up. */
  void writeTo(ParquetFileWriter writer) throws IOException {
    writer.startBlock(rows);
    pages.flushToFileWriter(writer);
    writer.endBlock();
    columns.close();
    pages.close();
  }
}
