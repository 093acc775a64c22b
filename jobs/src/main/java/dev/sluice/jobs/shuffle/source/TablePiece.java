package dev.sluice.jobs.shuffle.source;

import dev.sluice.jobs.shuffle.partition.KeyedRowConsumer;
import dev.sluice.jobs.shuffle.request.OversizeRowException;
import dev.sluice.jobs.shuffle.request.RowGroupLimits;
import dev.sluice.storage.json.RecordJson;
import dev.sluice.storage.page.RowTooLargeException;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableRows;
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
  private long scattered;

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

  /** After an I/O error, reads the row group again and skips the rows already scattered. */
  @Override
  public void scatter(long first, KeyedRowConsumer taker) throws IOException {
    try {
      RetriedPieces.THREE_TIMES.call(() -> attempt(first, taker));
    } catch (RowTooLargeException e) {
      throw new OversizeRowException("%s: row %d".formatted(e.file(), e.row()), e.bytes());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting to read again", e);
    }
  }

  private Void attempt(long first, KeyedRowConsumer taker) throws IOException {
    try (TableRows rows = file.open(group, schema, limits.buffers())) {
      for (long row = 0; rows.next(); row++) {
        if (row == scattered) {
          take(first + row, rows, taker);
          scattered++;
        }
      }
    }
    return null;
  }

  private void take(long row, TableRows rows, KeyedRowConsumer taker) throws IOException {
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
