package dev.sluice.jobs.shuffle;

import dev.sluice.storage.json.RecordJson;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.rows.RowSource;
import dev.sluice.storage.table.RowBuffers;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.storage.text.InputFile;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Supplier;

/** The row groups of a Parquet file. */
final class TablePieces implements PieceSource {
  private final InputFile input;
  private final TableFile file;
  private final TableSchema schema;
  private final Supplier<RowBuffers> buffers;
  private final boolean asJson;
  private int group;

  /**
   * @param position index of the first row group
   */
  TablePieces(
      InputFile input,
      long position,
      TableSchema schema,
      Supplier<RowBuffers> buffers,
      boolean asJson)
      throws IOException {
    this.input = input;
    this.file = TableFile.open(input.path());
    this.schema = schema;
    this.buffers = buffers;
    this.asJson = asJson;
    this.group = Math.toIntExact(position);
  }

  @Override
  public Optional<RowPiece> next() {
    if (group == file.rowGroups()) {
      return Optional.empty();
    }
    return Optional.of(new TablePiece(group++));
  }

  @Override
  public long position() {
    return group;
  }

  @Override
  public long bytesRead() {
    return Math.round((double) input.bytes() * group / Math.max(1, file.rowGroups()));
  }

  @Override
  public void close() {}

  /** A row group, as records or as JSON lines. Memory: a page of each column, and a row. */
  private final class TablePiece implements RowPiece {
    private final int rowGroup;
    private final Optional<RecordJson> json;

    TablePiece(int rowGroup) {
      this.rowGroup = rowGroup;
      this.json = asJson ? Optional.of(new RecordJson(schema)) : Optional.empty();
    }

    @Override
    public long rows() {
      return file.rows(rowGroup);
    }

    @Override
    public void scatter(long first, KeyedRowConsumer taker) throws IOException {
      try (RowSource rows = file.rows(rowGroup, schema, buffers.get())) {
        for (long row = first; rows.next(); row++) {
          if (rows.problem().isPresent()) {
            throw new ShuffleMemory.OversizeRowException(
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
}
