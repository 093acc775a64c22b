package dev.sluice.jobs.shuffle.source;

import dev.sluice.jobs.shuffle.partition.KeyedRowConsumer;
import dev.sluice.jobs.shuffle.request.OversizeRowException;
import dev.sluice.jobs.shuffle.request.RowGroupLimits;
import dev.sluice.storage.json.RecordJson;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.rows.RowSource;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableSchema;
import java.io.IOException;
import java.util.Optional;

/** A row group, as records or as JSON lines. Memory: a page of each column, and a row. */
final class TablePiece implements RowPiece {
  private final TableFile file;
  private final int group;
  private final TableSchema schema;
  private final RowGroupLimits limits;
  private final Optional<RecordJson> json;

  /**
   * @param schema of the records
   * @param asJson whether rows become JSON lines
   */
  TablePiece(TableFile file, int group, TableSchema schema, RowGroupLimits limits, boolean asJson) {
    this.file = file;
    this.group = group;
    this.schema = schema;
    this.limits = limits;
    this.json = asJson ? Optional.of(new RecordJson(schema)) : Optional.empty();
  }

  @Override
  public long rows() {
    return file.rows(group);
  }

  @Override
  public void scatter(long first, KeyedRowConsumer taker) throws IOException {
    try (RowSource rows = file.rows(group, schema, limits.buffers())) {
      for (long row = first; rows.next(); row++) {
        if (rows.problem().isPresent()) {
          throw new OversizeRowException(
              "%s: row %d".formatted(file.file(), rows.row()), rows.size());
        }
        take(row, rows, taker);
      }
    }
  }

  private void take(long row, RowSource rows, KeyedRowConsumer taker) throws IOException {
    if (json.isEmpty()) {
      taker.take(row, rows.buffer(), 0, rows.length());
      return;
    }
    RecordJson line = json.get();
    long replaced = line.replaced();
    line.write(rows.buffer(), 0, rows.length());
    if (line.replaced() > replaced) {
      throw new SourceFormatException(
          file.file(),
          "row %d: a string is not UTF-8, as JSON must be; --format parquet takes it as it is"
              .formatted(rows.row()));
    }
    taker.take(row, line.buffer(), 0, line.length());
  }
}
