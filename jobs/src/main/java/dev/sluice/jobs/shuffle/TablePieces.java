package dev.sluice.jobs.shuffle;

import dev.sluice.jobs.shuffle.PieceSource.KeyedRowConsumer;
import dev.sluice.storage.rows.RowSource;
import dev.sluice.storage.table.RowBuffers;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableSchema;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reads the row groups of a Parquet file as records. A position is the index of a row group. Memory
 * for each piece: a page of each column, and one row.
 */
final class TablePieces implements PieceSource {
  private final long bytes;
  private final TableFile file;
  private final TableSchema schema;
  private final Supplier<RowBuffers> buffers;
  private int group;

  /**
   * Creates a source of pieces that begins at a position.
   *
   * @param bytes size of the file in bytes
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
    if (group == file.rowGroups()) {
      return Optional.empty();
    }
    int next = group++;
    return Optional.of(
        new RowPiece(
            file.rows(next),
            file.uncompressedBytes(next),
            (taker, first) -> scatter(next, first, taker)));
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

  private void scatter(int number, long first, KeyedRowConsumer taker) throws IOException {
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
