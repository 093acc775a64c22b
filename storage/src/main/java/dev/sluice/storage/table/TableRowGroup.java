package dev.sluice.storage.table;

/**
 * A row group of records. Any thread compresses it in memory, and it is later appended to a file in
 * order. Its bytes are a function of format and rows.
 *
 * <p>Memory (see {@link #heapBytes}): compressed pages and, for each column, an open page and a
 * dictionary of at most the size of a page. Not thread-safe, but can be passed between threads;
 * each compressing thread keeps up to 8 MiB.
 */
public final class TableRowGroup extends CompressedRows {
  private final RecordColumnWriters columns;

  /** Starts an empty row group. */
  public TableRowGroup(TableFormat format) {
    super(format.schema().message(), format.properties(), format.compressor());
    this.columns = new RecordColumnWriters(format.schema(), this::column);
  }

  /** Adds a row. The array may be reused afterwards. */
  public void write(byte[] record, int offset, int length) {
    columns.write(record, offset, length);
    endRow();
  }
}
