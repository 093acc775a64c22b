package dev.sluice.jobs.shuffle;

import dev.sluice.storage.json.JsonEncoder;
import dev.sluice.storage.table.RecordBuffer;
import dev.sluice.storage.table.TableFormat;
import dev.sluice.storage.table.TableRowGroup;
import dev.sluice.storage.table.TableSchema;
import java.io.IOException;
import java.util.function.Supplier;

/**
 * How rows in partitions become rows of Parquet.
 *
 * @param format to write
 * @param packers for rows as partitions hold them
 */
record RowTable(TableFormat format, Supplier<Packer> packers) {
  /** Adds rows, as partitions hold them, to a row group. Used by one thread. */
  @FunctionalInterface
  interface Packer {
    /** Adds a row; the array may be reused afterwards. */
    void add(TableRowGroup group, byte[] bytes, int offset, int length) throws IOException;
  }

  /** For rows that are records already. */
  static RowTable ofRecords(TableFormat format) {
    return new RowTable(
        format, () -> (group, bytes, offset, length) -> group.write(bytes, offset, length));
  }

  /** For lines; each is the text of a row. */
  static RowTable ofLines() {
    return new RowTable(TableFormat.of(TableSchema.lines()), RowTable::linePacker);
  }

  private static Packer linePacker() {
    RecordBuffer record = new RecordBuffer();
    return (group, bytes, offset, length) -> {
      record.clear();
      record.variable(bytes, offset, length);
      group.write(record.bytes(), 0, record.length());
    };
  }

  /** For JSON lines, whose fields are columns. */
  static RowTable ofJson(TableSchema table) {
    return new RowTable(TableFormat.of(table), () -> jsonPacker(JsonEncoder.ofAll(table)));
  }

  private static Packer jsonPacker(JsonEncoder encoder) {
    return (group, bytes, offset, length) -> {
      encoder.encode(bytes, offset, length);
      group.write(encoder.buffer(), 0, encoder.length());
    };
  }
}
