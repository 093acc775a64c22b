package dev.sluice.jobs.shuffle.source;

import dev.sluice.jobs.shuffle.request.RowGroupLimits;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableSchema;
import dev.sluice.storage.text.InputFile;
import java.io.IOException;
import java.util.Optional;

/** The row groups of a Parquet file. */
final class TablePieces implements PieceSource {
  private final InputFile input;
  private final TableFile file;
  private final TableSchema schema;
  private final RowGroupLimits limits;
  private final boolean asJson;
  private int group;

  /**
   * @param position index of the first row group
   */
  TablePieces(
      InputFile input, long position, TableSchema schema, RowGroupLimits limits, boolean asJson)
      throws IOException {
    this.input = input;
    this.file = TableFile.open(input.path());
    this.schema = schema;
    this.limits = limits;
    this.asJson = asJson;
    this.group = Math.toIntExact(position);
  }

  @Override
  public Optional<RowPiece> next() {
    if (group == file.rowGroups()) {
      return Optional.empty();
    }
    return Optional.of(new TablePiece(file, group++, schema, limits, asJson));
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
}
