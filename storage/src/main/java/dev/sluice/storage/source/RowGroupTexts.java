package dev.sluice.storage.source;

import dev.sluice.storage.page.PageBuffers;
import dev.sluice.storage.table.RecordRows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The pages of one row group's texts, and its carried columns, that were read so far. Reads each
 * once, if rows are asked for about in order: for a row of a page that was passed over it begins
 * again. Thread-safe: only those who need the same row group wait for each other.
 */
final class RowGroupTexts {
  private final ParquetSource source;
  private final int rowGroup;
  private final TreeMap<Long, PageTexts> pages = new TreeMap<>();
  private final TreeMap<Long, RowColumns> columns = new TreeMap<>();
  private Optional<TextPages> cursor = Optional.empty();
  private Optional<RecordRows> carried = Optional.empty();
  private final ReentrantLock reading = new ReentrantLock();
  private volatile long bytes;

  RowGroupTexts(ParquetSource source, int rowGroup) {
    this.source = source;
    this.rowGroup = rowGroup;
  }

  /** The text of a row, by its index in the row group. */
  Optional<ByteBuffer> text(long row) throws IOException {
    reading.lock();
    try {
      return readText(row);
    } finally {
      reading.unlock();
    }
  }

  private Optional<ByteBuffer> readText(long row) throws IOException {
    Map.Entry<Long, PageTexts> at = pages.floorEntry(row);
    if (at != null && at.getValue().contains(row)) {
      return at.getValue().text(row);
    }
    PageTexts page = cursorBefore(row).page(row);
    pages.put(page.firstRow(), page);
    bytes = bytes + page.bytes();
    return page.text(row);
  }

  /**
   * The carried columns of a row; empty if the source has none.
   *
   * @param row index in the row group
   */
  ByteBuffer columns(long row) throws IOException {
    reading.lock();
    try {
      return readColumns(row);
    } finally {
      reading.unlock();
    }
  }

  private ByteBuffer readColumns(long row) throws IOException {
    long groupStart = source.firstRow(rowGroup);
    long fileRow = groupStart + row;
    Optional<RowColumns> before =
        Optional.ofNullable(columns.floorEntry(fileRow)).map(Map.Entry::getValue);
    if (before.isPresent() && fileRow < before.get().end()) {
      return before.get().row(fileRow);
    }
    long start = fileRow - row % RowColumns.ROWS;
    long from = Math.max(start, before.map(RowColumns::end).orElse(start));
    long to = Math.min(start + RowColumns.ROWS, groupStart + source.rows(rowGroup));
    Optional<RecordRows> rows = carriedBefore(from);
    if (rows.isEmpty()) {
      return ByteBuffer.allocate(0);
    }
    RowColumns read = RowColumns.read(rows.get(), fileRow, from, to);
    columns.put(read.firstRow(), read);
    bytes = bytes + read.bytes();
    return read.row(fileRow);
  }

  private Optional<RecordRows> carriedBefore(long fileRow) throws IOException {
    if (carried.isPresent() && carried.get().row() > fileRow) {
      carried.get().close();
      carried = Optional.empty();
    }
    if (carried.isEmpty()) {
      carried = source.openCarried(rowGroup);
    }
    return carried;
  }

  private TextPages cursorBefore(long row) throws IOException {
    if (cursor.isEmpty() || row < cursor.get().position()) {
      close();
      cursor = Optional.of(source.openTexts(rowGroup, new PageBuffers()));
    }
    return cursor.get();
  }

  /**
   * Drops the first pages, but not the last, and nothing while somebody reads.
   *
   * @param most stops when this many bytes are dropped
   * @return the number of bytes dropped
   */
  long drop(long most) {
    if (!reading.tryLock()) {
      return 0;
    }
    try {
      return dropFirst(most);
    } finally {
      reading.unlock();
    }
  }

  private long dropFirst(long most) {
    long dropped = 0;
    while (dropped < most && pages.size() > 1) {
      dropped += pages.pollFirstEntry().getValue().bytes();
    }
    while (dropped < most && columns.size() > 1) {
      dropped += columns.pollFirstEntry().getValue().bytes();
    }
    bytes = bytes - dropped;
    return dropped;
  }

  /** Memory that pages and columns take. */
  long bytes() {
    return bytes;
  }

  /**
   * Closes the file, unless somebody reads, who has to ask for this afterwards. It is opened again
   * if another page is needed.
   */
  void closeUnlessRead() {
    if (reading.tryLock()) {
      try {
        close();
      } finally {
        reading.unlock();
      }
    }
  }

  private void close() {
    try {
      if (cursor.isPresent()) {
        cursor.get().close();
      }
      if (carried.isPresent()) {
        carried.get().close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      cursor = Optional.empty();
      carried = Optional.empty();
    }
  }
}
