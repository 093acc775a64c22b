package dev.sluice.storage.table;

import dev.sluice.storage.page.PageCompressor;
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
public final class CompressedRows {
  /** What the column writers hold whatever the rows: above all the first slab of a dictionary. */
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

  public CompressedRows(TableFormat format) {
    this(format.schema().message(), format.properties(), format.compressor());
  }

  public ColumnWriter column(ColumnDescriptor column) {
    return columns.getColumnWriter(column);
  }

  public void endRow() {
    columns.endRecord();
    rows++;
  }

  long rows() {
    return rows;
  }

  /** Packed pages and the bytes of the open ones. */
  public long pageBytes() {
    return columns.getBufferedSize();
  }

  /** The heap behind {@link #pageBytes}. */
  public long heapBytes() {
    return FIXED_BYTES + columns.getAllocatedSize();
  }

  /** Packs the open pages; no row can be added any more. */
  public void finish() {
    columns.flush();
  }

  /** Writes the row group, once finished, and gives its memory up. */
  public void writeTo(ParquetFileWriter writer) throws IOException {
    writer.startBlock(rows);
    pages.flushToFileWriter(writer);
    writer.endBlock();
    columns.close();
    pages.close();
  }
}
