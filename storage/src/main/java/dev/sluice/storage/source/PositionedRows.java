package dev.sluice.storage.source;

import dev.sluice.storage.page.RowTooLargeException;
import dev.sluice.storage.table.RowBuffers;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableRows;
import dev.sluice.storage.table.TableSchema;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;

/**
 * Some columns of the rows of one row group, read in order, by the position of a row in the file.
 * Rows in between are passed over without being assembled, and nothing is opened before the first.
 * Not thread-safe.
 */
final class PositionedRows implements Closeable {
  private final TableFile file;
  private final TableSchema columns;
  private final int rowGroup;
  private final int maxBytes;
  private final Map<String, byte[]> constants;
  private Optional<TableRows> open = Optional.empty();
  private Optional<RowTooLargeException> tooLarge = Optional.empty();

  /**
   * @param maxBytes that all columns of a row may take as a record
   * @param constants columns that the file lacks, as records have them
   */
  PositionedRows(
      TableFile file,
      TableSchema columns,
      int rowGroup,
      int maxBytes,
      Map<String, byte[]> constants) {
    this.constants = constants;
    this.file = file;
    this.columns = columns;
    this.rowGroup = rowGroup;
    this.maxBytes = maxBytes;
  }

  /** Whether a row can be read, that is, whether no later one was. */
  boolean isAhead(long row) {
    return open.isEmpty() || row >= open.get().row();
  }

  /**
   * A row as a record, valid until another row is read.
   *
   * @param row index in the file, of a row for which {@link #isAhead} holds
   * @throws RowTooLargeException if it takes more bytes than it may; later rows can be read
   * @throws dev.sluice.storage.page.SourceFormatException if the row group is broken there
   * @throws IOException if the file cannot be read
   */
  ByteBuffer read(long row) throws IOException {
    Optional<RowTooLargeException> problem = tooLarge(row);
    if (problem.isPresent()) {
      throw problem.get();
    }
    return ByteBuffer.wrap(opened().buffer(), 0, opened().length());
  }

  /** Whether a row takes more bytes than it may, which {@link #read} would throw; as that. */
  Optional<RowTooLargeException> tooLarge(long row) throws IOException {
    TableRows rows = opened();
    if (rows.row() != row) {
      rows.skip(row - rows.row() - 1);
      tooLarge = advance(rows);
    }
    return tooLarge;
  }

  private static Optional<RowTooLargeException> advance(TableRows rows) throws IOException {
    try {
      rows.next();
      return Optional.empty();
    } catch (RowTooLargeException e) {
      return Optional.of(e);
    }
  }

  /** Passes over the remaining rows, so that pages that cannot be read are noticed. */
  void finish() throws IOException {
    opened().skip(Long.MAX_VALUE / 2);
  }

  private TableRows opened() throws IOException {
    if (open.isEmpty()) {
      open = Optional.of(file.open(rowGroup, columns, new RowBuffers(maxBytes), constants));
    }
    return open.get();
  }

  @Override
  public void close() throws IOException {
    if (open.isPresent()) {
      open.get().close();
      open = Optional.empty();
    }
  }
}
