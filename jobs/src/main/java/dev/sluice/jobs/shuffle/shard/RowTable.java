package dev.sluice.jobs.shuffle.shard;

import dev.sluice.storage.json.JsonEncoder;
import dev.sluice.storage.json.JsonTable;
import dev.sluice.storage.table.LineRecord;
import dev.sluice.storage.table.TableFormat;
import dev.sluice.storage.table.TableSchema;
import java.util.function.Supplier;

/**
 * How rows in partitions become rows of Parquet.
 *
 * @param format to write
 * @param packers for rows as partitions hold them
 */
public record RowTable(TableFormat format, Supplier<RowPacker> packers) {
  /** For rows that are records already. */
  public static RowTable ofRecords(TableFormat format) {
    return new RowTable(
        format, () -> (group, bytes, offset, length) -> group.write(bytes, offset, length));
  }

  /** For lines; each is the text of a row. */
  public static RowTable ofLines() {
    return new RowTable(TableFormat.of(TableSchema.lines()), RowTable::linePacker);
  }

  private static RowPacker linePacker() {
    LineRecord record = new LineRecord();
    return (group, bytes, offset, length) -> {
      record.set(bytes, offset, length);
      group.write(record.buffer(), 0, record.length());
    };
  }

  /** For JSON lines, whose fields are columns. */
  public static RowTable ofJson(JsonTable table) {
    return new RowTable(TableFormat.of(table.schema()), () -> jsonPacker(table.encoder()));
  }

  private static RowPacker jsonPacker(JsonEncoder encoder) {
    return (group, bytes, offset, length) -> {
      encoder.encode(bytes, offset, length);
      group.write(encoder.buffer(), 0, encoder.length());
    };
  }
}
