package dev.sluice.storage.table;

import java.util.List;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.io.api.Binary;

/**
 * A row group of records that is packed in memory, on any thread, before it is appended to a file,
 * in its turn. Its bytes are a function of format and rows.
 *
 * <p>Heap: what {@link #heapBytes} says: the pages as packed, and for each column an open page, and
 * a dictionary of no more than a page where it has one. Not thread-safe, but may be handed from one
 * thread to another; each thread that packs keeps up to 8 MiB for it.
 */
public final class TableRowGroup {
  private final CompressedRows rows;
  private final RecordReader reader;
  private final List<RecordColumn> leaves;
  private final ColumnWriter[] writers;

  /** Begins a row group. */
  public TableRowGroup(TableFormat format) {
    this.rows =
        new CompressedRows(format.schema().message(), format.properties(), format.compressor());
    this.reader = new RecordReader(format.schema());
    this.leaves = format.schema().leaves();
    this.writers =
        leaves.stream().map(leaf -> rows.column(leaf.descriptor())).toArray(ColumnWriter[]::new);
  }

  /** Adds a row; the array may be overwritten afterwards. */
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

  /** The rows so far. */
  public long rows() {
    return rows.rows();
  }

  /** The bytes of the packed pages and the open ones: a function of format and rows. */
  public long bytes() {
    return rows.pageBytes();
  }

  /** The heap, in bytes, that it holds. */
  public long heapBytes() {
    return rows.heapBytes();
  }

  /** Packs the open pages; no row can be added any more. */
  public void finish() {
    rows.finish();
  }

  CompressedRows packed() {
    return rows;
  }
}
