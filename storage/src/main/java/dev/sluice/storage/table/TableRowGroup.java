package dev.sluice.storage.table;

/**
 * A row group of records, compressed in memory by any thread and later appended to a file in order.
 * Its bytes are a function of format and rows.
 *
 * <p>Memory: see {@link #heapBytes}: compressed pages, an open page of each column, and its
 * dictionary, of at most a page. Not thread-safe, but can be passed between threads; each
 * compressing thread keeps up to 8 MiB.
 */
public final class TableRowGroup {
  private final CompressedRows rows;
  private final RecordColumnWriters columns;

  /** Starts an empty row group. */
  public TableRowGroup(TableFormat format) {
    this.rows =
        new CompressedRows(format.schema().message(), format.properties(), format.compressor());
    this.columns = new RecordColumnWriters(format.schema(), rows::column);
  }

  /** Adds a row; the array may be reused afterwards. */
  public void write(byte[] record, int offset, int length) {
    columns.write(record, offset, length);
    rows.endRow();
  }

  /** Number of rows so far. */
  public long rows() {
    return rows.rows();
  }

  /** Size of compressed and open pages: a function of format and rows. */
  public long bytes() {
    return rows.pageBytes();
  }

  /** Memory that it holds. */
  public long heapBytes() {
    return rows.heapBytes();
  }

  /** Compresses the open pages; no rows can be added afterwards. */
  public void finish() {
    rows.finish();
  }

  CompressedRows packed() {
    return rows;
  }
}
