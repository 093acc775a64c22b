package dev.sluice.storage.source;

import dev.sluice.storage.table.RowBuffers;
import dev.sluice.storage.table.TableRows;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The carried columns of the rows of one row group, read in order. Rows in between are passed over
 * without being assembled, and nothing is opened before the first. Not thread-safe.
 */
final class CarriedRows implements Closeable {
  /** All carried columns of a row together. */
  static final int MAX_BYTES = 512 << 10;

  private final CarriedColumns columns;
  private final int rowGroup;
  private Optional<TableRows> open = Optional.empty();

  CarriedRows(CarriedColumns columns, int rowGroup) {
    this.columns = columns;
    this.rowGroup = rowGroup;
  }

  /** Whether a row can be read, that is, whether no later one was. */
  boolean isAhead(long row) {
    return open.isEmpty() || row >= open.get().row();
  }

  /**
   * A row as a record, valid until another row is read.
   *
   * @param row index in the file, of a row for which {@link #isAhead} holds
   * @throws dev.sluice.storage.page.RowTooLargeException if it takes more than {@value #MAX_BYTES}
   *     bytes
   * @throws dev.sluice.storage.page.SourceFormatException if the row group is broken there
   * @throws IOException if the file cannot be read
   */
  ByteBuffer read(long row) throws IOException {
    if (open.isEmpty()) {
      open = Optional.of(columns.file().open(rowGroup, columns.schema(), buffers()));
    }
    TableRows rows = open.get();
    if (rows.row() != row) {
      rows.skip(row - rows.row() - 1);
      rows.next();
    }
    return ByteBuffer.wrap(rows.buffer(), 0, rows.length());
  }

  /** Passes over the remaining rows, so that pages that cannot be read are noticed. */
  void finish() throws IOException {
    if (open.isEmpty()) {
      open = Optional.of(columns.file().open(rowGroup, columns.schema(), buffers()));
    }
    open.get().skip(Long.MAX_VALUE / 2);
  }

  private static RowBuffers buffers() {
    return new RowBuffers(MAX_BYTES);
  }

  @Override
  public void close() throws IOException {
    if (open.isPresent()) {
      open.get().close();
      open = Optional.empty();
    }
  }
}
