package dev.sluice.storage.table;

import dev.sluice.storage.write.PageCompressor;
import java.io.IOException;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.schema.MessageType;

/** A row group in memory, with open and compressed pages. Not thread-safe. */
public class CompressedRows {
  /** The memory that column writers take without any rows, mainly for dictionary indexes. */
  private static final int FIXED_BYTES = 32 << 10;

  private final ColumnChunkPageWriteStore pages;
  private final ColumnWriteStore columns;
  private long rows;

  public CompressedRows(
      MessageType schema, ParquetProperties properties, PageCompressor compressor) {
    this.pages =
        new ColumnChunkPageWriteStore(
            compressor,
            schema,
            new HeapByteBufferAllocator(),
            properties.getColumnIndexTruncateLength(),
            properties.getPageWriteChecksumEnabled());
    this.columns = properties.newColumnWriteStore(schema, pages);
  }

  public final ColumnWriter column(ColumnDescriptor column) {
    return columns.getColumnWriter(column);
  }

  public final void endRow() {
    columns.endRecord();
    rows++;
  }

  /** Returns the number of rows so far. */
  public final long rows() {
    return rows;
  }

  /** Returns the size of compressed and open pages. It is a function of format and rows. */
  public final long bytes() {
    return columns.getBufferedSize();
  }

  /** Returns the memory used for {@link #bytes}. */
  public final long heapBytes() {
    return FIXED_BYTES + columns.getAllocatedSize();
  }

  /** Compresses the open pages. No rows can be added afterwards. */
  public final void finish() {
    columns.flush();
  }

  /** Writes the finished row group and releases its memory. */
  public final void writeTo(ParquetFileWriter writer) throws IOException {
    writer.startBlock(rows);
    pages.flushToFileWriter(writer);
    writer.endBlock();
    columns.close();
    pages.close();
  }
}
