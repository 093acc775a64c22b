package dev.sluice.storage.table;

import java.util.List;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.io.api.Binary;

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
  private final RecordReader reader;
  private final List<RecordColumn> leaves;
  private final ColumnWriter[] writers;

  /** Starts an empty row group. */
  public TableRowGroup(TableFormat format) {
    this.rows =
        new CompressedRows(format.schema().message(), format.properties(), format.compressor());
    this.reader = new RecordReader(format.schema());
    this.leaves = format.schema().leaves();
    this.writers =
        leaves.stream().map(leaf -> rows.column(leaf.descriptor())).toArray(ColumnWriter[]::new);
  }

  /** Adds a row; the array may be reused afterwards. */
  public void write(byte[] record, int offset, int length) {
    reader.set(record, offset, length);
    for (int leaf = 0; leaf < writers.length; leaf++) {
      do {
        writeTriple(leaf);
      } while (reader.advance(leaf));
    }
    rows.endRow();
  }

  private void writeTriple(int leaf) {
    ColumnWriter writer = writers[leaf];
    int repetition = reader.repetition(leaf);
    int definition = reader.definition(leaf);
    if (!reader.isPresent(leaf)) {
      writer.writeNull(repetition, definition);
      return;
    }
    switch (leaves.get(leaf).type()) {
      case BOOLEAN -> writer.write(reader.bool(leaf), repetition, definition);
      case INT32 -> writer.write(reader.int32(leaf), repetition, definition);
      case FLOAT -> writer.write(reader.float32(leaf), repetition, definition);
      case INT64 -> writer.write(reader.int64(leaf), repetition, definition);
      case DOUBLE -> writer.write(reader.float64(leaf), repetition, definition);
      case BINARY, INT96, FIXED_LEN_BYTE_ARRAY ->
          writer.write(
              Binary.fromReusedByteArray(
                  reader.bytes(), reader.valueOffset(leaf), reader.valueLength(leaf)),
              repetition,
              definition);
    }
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
