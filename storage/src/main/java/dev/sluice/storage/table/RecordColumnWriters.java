package dev.sluice.storage.table;

import java.util.List;
import java.util.function.Function;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.io.api.Binary;

/** Writes the columns of records into a row group. Not thread-safe. */
public final class RecordColumnWriters {
  private final RecordReader reader;
  private final List<RecordColumn> leaves;
  private final ColumnWriter[] writers;

  /**
   * @param schema the schema of the records
   * @param writer finds the writer of a column
   */
  public RecordColumnWriters(
      TableSchema schema, Function<? super ColumnDescriptor, ColumnWriter> writer) {
    this.reader = new RecordReader(schema);
    this.leaves = schema.leaves();
    this.writers =
        leaves.stream().map(leaf -> writer.apply(leaf.descriptor())).toArray(ColumnWriter[]::new);
  }

  /**
   * Writes all columns of a record. The record's array may be reused afterwards. The caller ends
   * the row.
   */
  public void write(byte[] record, int offset, int length) {
    reader.set(record, offset, length);
    for (int leaf = 0; leaf < writers.length; leaf++) {
      do {
        writeTriple(leaf);
      } while (reader.advance(leaf));
    }
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
}
