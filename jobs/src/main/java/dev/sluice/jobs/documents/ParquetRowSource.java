package dev.sluice.jobs.documents;

import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.page.RowTooLargeException;
import dev.sluice.storage.table.RowBuffers;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableRows;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * The rows of a Parquet file, by row group. After an I/O error, reopens the row group: up to three
 * times, after 1, 2 and 4 seconds. Memory: a page of each column, and a row.
 */
final class ParquetRowSource implements RowSource {
  private static final IoRetry THREE_TIMES = new IoRetry(3, Duration.ofSeconds(1));

  private final ParquetDocuments documents;
  private final TableFile table;
  private final RowBuffers buffers;
  private Optional<TableRows> open = Optional.empty();
  private Optional<RowProblem> problem = Optional.empty();
  private int group;
  private long nextRow;

  ParquetRowSource(ParquetDocuments documents, long first) {
    this.documents = documents;
    this.table = documents.table();
    this.buffers = new RowBuffers(documents.columns().maxRowBytes());
    this.nextRow = first;
    while (group < table.rowGroups() && end(group) <= first) {
      group++;
    }
  }

  private long end(int number) {
    return table.firstRow(number) + table.rows(number);
  }

  @Override
  public boolean next() throws IOException, InterruptedException {
    return THREE_TIMES.call(this::attempt);
  }

  private boolean attempt() throws IOException {
    try {
      while (group < table.rowGroups()) {
        if (advance(rows())) {
          return true;
        }
        close();
        group++;
      }
      return false;
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  private TableRows rows() throws IOException {
    if (open.isEmpty()) {
      open = Optional.of(table.open(group, table.schema(), buffers));
    }
    return open.get();
  }

  /** Moves to the next row that has not been returned yet. */
  private boolean advance(TableRows rows) throws IOException {
    do {
      problem = Optional.empty();
      try {
        if (!rows.next()) {
          return false;
        }
      } catch (RowTooLargeException e) {
        problem = Optional.of(tooLarge(e));
      }
    } while (rows.row() < nextRow);
    nextRow = rows.row() + 1;
    return true;
  }

  private static RowProblem tooLarge(RowTooLargeException e) {
    return new RowProblem(
        RowProblem.TOO_LARGE,
        "a row of %,d bytes: at most %,d are allowed (--max-document-size, and what is beside)"
            .formatted(e.bytes(), e.allowed()));
  }

  @Override
  public Optional<RowProblem> problem() {
    return problem;
  }

  @Override
  public byte[] buffer() {
    return open.orElseThrow().buffer();
  }

  @Override
  public int offset() {
    return 0;
  }

  @Override
  public int length() {
    return open.orElseThrow().length();
  }

  @Override
  public long line() {
    return 0;
  }

  @Override
  public long bytesRead() {
    return Math.round(documents.file().bytes() * (double) nextRow / Math.max(1, table.rows()));
  }

  @Override
  public void close() throws IOException {
    if (open.isPresent()) {
      TableRows closing = open.get();
      open = Optional.empty();
      closing.close();
    }
  }
}
