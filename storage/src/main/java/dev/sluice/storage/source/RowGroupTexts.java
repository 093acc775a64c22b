package dev.sluice.storage.source;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The pages of one row group's texts that were read so far. Reads each once, if rows are asked for
 * about in order: for a row of a page that was passed over it begins again. Thread-safe.
 */
final class RowGroupTexts {
  private final ParquetSource source;
  private final int rowGroup;
  private final TreeMap<Long, PageTexts> pages = new TreeMap<>();
  private Optional<TextPageCursor> cursor = Optional.empty();
  private volatile long bytes;

  RowGroupTexts(ParquetSource source, int rowGroup) {
    this.source = source;
    this.rowGroup = rowGroup;
  }

  /** The text of a row, by its index in the row group. */
  synchronized Optional<ByteBuffer> text(long row) throws IOException {
    Map.Entry<Long, PageTexts> at = pages.floorEntry(row);
    if (at != null && at.getValue().contains(row)) {
      return at.getValue().text(row);
    }
    PageTexts page = cursorBefore(row).read(row);
    pages.put(page.firstRow(), page);
    bytes = bytes + page.bytes();
    return page.text(row);
  }

  private TextPageCursor cursorBefore(long row) throws IOException {
    if (cursor.isEmpty() || row < cursor.get().position()) {
      closeCursor();
      cursor = Optional.of(source.openPages(rowGroup));
    }
    return cursor.get();
  }

  /**
   * Drops the first pages, but not the last.
   *
   * @param most stops when this many bytes are dropped
   * @return the number of bytes dropped
   */
  synchronized long drop(long most) {
    long dropped = 0;
    while (dropped < most && pages.size() > 1) {
      dropped += pages.pollFirstEntry().getValue().bytes();
    }
    bytes = bytes - dropped;
    return dropped;
  }

  /** Memory that the pages take. */
  long bytes() {
    return bytes;
  }

  /** Closes the file. It is opened again if another page is needed. */
  synchronized void closeCursor() {
    try {
      if (cursor.isPresent()) {
        cursor.get().close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      cursor = Optional.empty();
    }
  }
}
