package dev.sluice.storage.table;

import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.rows.RowProblem;
import dev.sluice.storage.rows.RowSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the rows of consecutive row groups of a Parquet file as records. Skipped rows are not
 * assembled, and the file is opened when the first row is read. In an object store, the next row
 * group is requested while the current one is read.
 *
 * <p>Memory: a page of each column, a row, and in an object store the requested bytes. Not
 * thread-safe.
 */
public final class RecordRows implements RowSource {
  private final TableFile file;
  private final int end;
  private final TableSchema target;
  private final RowBuffers buffers;
  private final Map<String, byte[]> constants;
  private final boolean isRemote;

  /** The current row group, and the row group that has been requested. */
  private final Deque<TableRows> open = new ArrayDeque<>();

  private int group;

  /**
   * @param group the first row group
   * @param end the row group after the last one
   * @param constants the values of columns that the file lacks, in the form of records
   */
  RecordRows(
      TableFile file,
      int group,
      int end,
      TableSchema target,
      RowBuffers buffers,
      Map<String, byte[]> constants) {
    this.file = file;
    this.group = group;
    this.end = end;
    this.target = target;
    this.buffers = buffers;
    this.constants = constants;
    this.isRemote = !SourceFile.isLocal(file.file());
  }

  @Override
  public boolean next() throws IOException {
    while (group < end) {
      if (opened().next()) {
        return true;
      }
      leaveGroup();
    }
    return false;
  }

  @Override
  public void skipTo(long row) throws IOException {
    while (group < end && row >= file.firstRow(group) + file.rows(group)) {
      leaveGroup();
    }
    if (group < end) {
      TableRows rows = opened();
      rows.skip(row - rows.row() - 1);
    }
  }

  /**
   * Moves to a row, unless it is the current one. It returns the row as a record, which is valid
   * until a different row is read.
   *
   * @param row the row's index in the file, not below {@link #row}
   * @throws SourceFormatException if the row is too large, or the file is broken there
   * @throws IOException if the file cannot be read
   */
  public ByteBuffer read(long row) throws IOException {
    if (isTooLarge(row)) {
      throw new SourceFormatException(
          file(), "row %d: %s".formatted(row, problem().orElseThrow().message()));
    }
    return ByteBuffer.wrap(buffer(), offset(), length());
  }

  /** Moves to a row as {@link #read} does, and returns whether the row exceeds its limit. */
  public boolean isTooLarge(long row) throws IOException {
    if (row() != row) {
      skipTo(row);
      next();
    }
    return problem().isPresent();
  }

  /** Skips the remaining rows, so that pages that cannot be read are noticed. */
  public void finish() throws IOException {
    while (group < end) {
      opened().skip(Long.MAX_VALUE / 2);
      leaveGroup();
    }
  }

  private TableRows opened() throws IOException {
    int most = Math.min(isRemote ? 2 : 1, end - group);
    while (open.size() < most) {
      TableRows rows = new TableRows(file, group + open.size(), target, buffers, constants);
      open.addLast(rows);
      rows.begin();
    }
    return open.getFirst();
  }

  private void leaveGroup() throws IOException {
    group++;
    if (!open.isEmpty()) {
      open.removeFirst().close();
    }
  }

  @Override
  public Path file() {
    return file.file();
  }

  @Override
  public long row() {
    return open.isEmpty() ? file.firstRow(group) - 1 : open.getFirst().row();
  }

  @Override
  public long line() {
    return 0;
  }

  @Override
  public Optional<RowProblem> problem() {
    return open.isEmpty() ? Optional.empty() : open.getFirst().problem();
  }

  @Override
  public long size() {
    return open.getFirst().size();
  }

  @Override
  public byte[] buffer() {
    return open.getFirst().buffer();
  }

  @Override
  public int offset() {
    return 0;
  }

  @Override
  public int length() {
    return open.getFirst().length();
  }

  @Override
  public long bytesRead() {
    long rows = open.isEmpty() ? (group == end ? file.rows() : 0) : row() + 1;
    return Math.round(file.footer().length() * (double) rows / Math.max(1, file.rows()));
  }

  @Override
  public void close() throws IOException {
    while (!open.isEmpty()) {
      open.removeFirst().close();
    }
  }
}
