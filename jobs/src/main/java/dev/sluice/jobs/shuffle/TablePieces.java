package dev.sluice.jobs.shuffle;

import dev.sluice.storage.rows.RowSource;
import dev.sluice.storage.table.RowBuffers;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableSchema;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;

/** The row groups of a Parquet file, as records. A position is the index of a row group. */
final class TablePieces implements PieceSource {
  private final long bytes;
  private final TableFile file;
  private final TableSchema schema;
  private final Supplier<RowBuffers> buffers;
  private int group;

  /**
   * Begins at a position.
   *
   * @param bytes size of the file
   */
  TablePieces(
      TableFile file, long bytes, long position, TableSchema schema, Supplier<RowBuffers> buffers) {
    this.bytes = bytes;
    this.file = file;
    this.schema = schema;
    this.buffers = buffers;
    this.group = Math.toIntExact(position);
  }

  @Override
  public Optional<RowPiece> next() {
    return group == file.rowGroups() ? Optional.empty() : Optional.of(new TablePiece(group++));
  }

  @Override
  public long position() {
    return group;
  }

  @Override
  public long bytesRead() {
    return Math.round((double) bytes * group / Math.max(1, file.rowGroups()));
  }

  @Override
  public void close() {}

  /** A row group. Memory: a page of each column, and a row. */
  private final class TablePiece implements RowPiece {
    private final int number;

    TablePiece(int number) {
      this.number = number;
    }

    @Override
    public long rows() {
      return file.rows(number);
    }

    @Override
    public long bytes() {
      return file.uncompressedBytes(number);
    }

    @Override
    public void scatter(long first, KeyedRowConsumer taker) throws IOException {
      try (RowSource rows = file.rows(number, schema, buffers.get())) {
        for (long row = first; rows.next(); row++) {
          if (rows.problem().isPresent()) {
            throw new ShuffleMemory.OversizeRowException(
                "%s: row %d".formatted(file.file(), rows.row()), rows.size());
          }
          taker.take(row, rows.buffer(), rows.offset(), rows.length());
        }
      }
    }
  }
}
