package dev.sluice.jobs.duplicates;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.table.RecordReader;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableRows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;

/** Reads {@code clusters.parquet}. Memory: a page of each column. */
final class ClusterTable {
  private static final List<String> COLUMNS =
      List.of("id", "cluster", "kept", "similarity", "file", "row");

  private final TableFile table;

  private ClusterTable(TableFile table) {
    this.table = table;
  }

  /** Receives rows. */
  @FunctionalInterface
  interface RowConsumer {
    void accept(ClusterMemberRow row);
  }

  /**
   * Opens the file.
   *
   * @throws SourceFormatException if it is broken, or is another table
   */
  static ClusterTable open(Path file) throws IOException {
    TableFile table = TableFile.open(file);
    if (!table.schema().names().equals(COLUMNS)) {
      throw new SourceFormatException(
          file, "has the columns %s, expected %s".formatted(table.schema().names(), COLUMNS));
    }
    return new ClusterTable(table);
  }

  /** Reads all rows in order. */
  void read(RowConsumer consumer) throws IOException, InterruptedException {
    RecordReader record = new RecordReader(table.schema());
    for (int group = 0; group < table.rowGroups(); group++) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      try (TableRows rows = table.open(group, table.schema())) {
        while (rows.next()) {
          record.set(rows.buffer(), 0, rows.length());
          consumer.accept(row(record));
        }
      }
    }
  }

  private static ClusterMemberRow row(RecordReader record) {
    OptionalDouble similarity =
        record.isPresent(3) ? OptionalDouble.of(record.float64(3)) : OptionalDouble.empty();
    return new ClusterMemberRow(
        text(record, 0),
        record.int64(1),
        record.bool(2),
        similarity,
        text(record, 4),
        record.int64(5));
  }

  private static String text(RecordReader record, int leaf) {
    return new String(record.bytes(), record.valueOffset(leaf), record.valueLength(leaf), UTF_8);
  }
}
