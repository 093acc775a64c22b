package dev.sluice.storage.source;

import dev.sluice.storage.page.PageBuffers;
import dev.sluice.storage.table.RecordRows;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Reads texts and carried columns of source files by row. It keeps the pages of the most recently
 * used row groups. If rows are requested roughly in the order of the source, each page is read and
 * decompressed once, and pages without a requested row are skipped. Thread-safe: threads can read
 * different row groups at the same time, and wait only for the row group that they read.
 *
 * <p>Memory: pages and columns of up to {@code maxBytes}, or a single page and some columns if
 * those are larger. Holds at most {@value #MAX_OPEN} files open.
 */
public final class SourceTextCache implements Closeable {
  private static final int MAX_OPEN = 16;

  private final long maxBytes;
  private final Map<Key, RowGroupTexts> entries = new LinkedHashMap<>(16, 0.75f, true);
  private final Set<RowGroupTexts> open = new LinkedHashSet<>();
  private long bytes;

  private record Key(ParquetSource source, int rowGroup) {}

  /** A read from a row group. */
  @FunctionalInterface
  private interface Read<T> {
    T of(RowGroupTexts texts) throws IOException;
  }

  /** Creates an empty cache. */
  public SourceTextCache(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /**
   * Returns the text of a row.
   *
   * @param row the index in the file of a row of this row group
   * @return a range of an array, which must not be changed; empty if the row has no text
   * @throws dev.sluice.storage.page.SourceFormatException if the row group is broken there
   * @throws IOException if the file cannot be read or has changed its length
   */
  public Optional<ByteBuffer> text(ParquetSource source, int rowGroup, long row)
      throws IOException {
    return read(source, rowGroup, texts -> texts.text(row - source.firstRow(rowGroup)));
  }

  /**
   * Returns the carried columns of a row, or empty if the source has none.
   *
   * @param row the index in the file of a row of this row group
   * @throws dev.sluice.storage.page.SourceFormatException if the row group is broken there
   * @throws IOException if the file cannot be read or has changed its length
   */
  public ByteBuffer columns(ParquetSource source, int rowGroup, long row) throws IOException {
    return read(source, rowGroup, texts -> texts.columns(row - source.firstRow(rowGroup)));
  }

  private <T> T read(ParquetSource source, int rowGroup, Read<T> read) throws IOException {
    Key key = new Key(source, rowGroup);
    RowGroupTexts texts = texts(key);
    T result = texts.read(read);
    account(key, texts).forEach(RowGroupTexts::closeUnlessRead);
    return result;
  }

  /** Drops everything that was read from a file. The file may have changed. */
  public void forget(ParquetSource source) {
    List<RowGroupTexts> dropped = new ArrayList<>();
    synchronized (this) {
      entries.values().stream().filter(texts -> texts.source == source).forEach(dropped::add);
      entries.values().removeAll(dropped);
      open.removeAll(dropped);
      dropped.forEach(texts -> bytes -= texts.accounted);
    }
    dropped.forEach(RowGroupTexts::closeUnlessRead);
  }

  private synchronized RowGroupTexts texts(Key key) {
    return entries.computeIfAbsent(key, absent -> new RowGroupTexts(key.source(), key.rowGroup()));
  }

  /**
   * Counts the pages that were read from a row group, and drops the oldest row groups if the total
   * is too large.
   *
   * @return the row groups to close without holding the lock, because other threads may be reading
   *     them
   */
  private synchronized List<RowGroupTexts> account(Key key, RowGroupTexts texts) {
    if (entries.get(key) != texts) {
      return List.of(texts); // dropped meanwhile, while it could not be closed
    }
    long now = texts.bytes();
    if (now == texts.accounted) {
      return List.of();
    }
    bytes += now - texts.accounted;
    texts.accounted = now;
    open.remove(texts);
    open.add(texts);
    List<RowGroupTexts> closing = new ArrayList<>();
    Iterator<RowGroupTexts> oldest = entries.values().iterator();
    while (bytes > maxBytes && oldest.hasNext()) {
      RowGroupTexts old = oldest.next();
      if (old == texts) {
        bytes -= texts.drop(bytes - maxBytes);
        texts.accounted = texts.bytes();
      } else {
        oldest.remove();
        bytes -= old.accounted;
        open.remove(old);
        closing.add(old);
      }
    }
    if (open.size() > MAX_OPEN) {
      RowGroupTexts oldestOpen = open.iterator().next();
      open.remove(oldestOpen);
      closing.add(oldestOpen);
    }
    return closing;
  }

  /** Closes all files. */
  @Override
  public void close() {
    List<RowGroupTexts> all;
    synchronized (this) {
      all = List.copyOf(entries.values());
      open.clear();
      entries.clear();
      bytes = 0;
    }
    all.forEach(RowGroupTexts::closeUnlessRead);
  }

  /**
   * The pages of one row group's texts and its carried columns, as far as they have been read.
   * Reads each page once if rows are requested roughly in order; for a row of a page that was
   * skipped, begins again. Thread-safe: only threads that need the same row group wait for each
   * other.
   */
  static final class RowGroupTexts {
    private final ParquetSource source;
    private final int rowGroup;
    private final TreeMap<Long, TextPages.Page> pages = new TreeMap<>();
    private final TreeMap<Long, RowColumns> columns = new TreeMap<>();
    private Optional<TextPages> cursor = Optional.empty();
    private Optional<RecordRows> carried = Optional.empty();
    private final ReentrantLock reading = new ReentrantLock();
    private volatile long bytes;

    /** Bytes of this row group in the total of the cache; guarded by the lock of the cache. */
    private long accounted;

    /**
     * The carried columns of consecutive rows. They can be read in any order. The columns of rows
     * that are too large are empty, because nobody requests them. Immutable, thread-safe.
     */
    static final class RowColumns {
      /** The maximum number of rows that are read together. */
      static final int ROWS = 512;

      /** The size in bytes from which on no further row is read together with the others. */
      static final int MOST_BYTES = 4 << 20;

      private final long firstRow;
      private final byte[] records;
      private final int[] ends;

      private RowColumns(long firstRow, byte[] records, int[] ends) {
        this.firstRow = firstRow;
        this.records = records;
        this.ends = ends;
      }

      /**
       * Reads the columns of a row and of its neighbors. Skips earlier rows that do not fit.
       *
       * @param row index in the file
       * @param from the first row to be read, if all fit
       * @param to the row after the last
       */
      static RowColumns read(RecordRows rows, long row, long from, long to) throws IOException {
        long first = from;
        ByteArrayOutputStream records = new ByteArrayOutputStream();
        int[] ends = new int[(int) (to - from)];
        int count = 0;
        for (long at = from; at < to; at++) {
          if (records.size() >= MOST_BYTES) {
            if (at > row) {
              break;
            }
            first = at;
            records.reset();
            count = 0;
          }
          if (!rows.isTooLarge(at)) {
            ByteBuffer record = rows.read(at);
            records.write(record.array(), record.arrayOffset(), record.remaining());
          }
          ends[count++] = records.size();
        }
        return new RowColumns(first, records.toByteArray(), Arrays.copyOf(ends, count));
      }

      /** Returns the index in the file of the first row. */
      long firstRow() {
        return firstRow;
      }

      /** Returns the index in the file after the last row. */
      long end() {
        return firstRow + ends.length;
      }

      /** Returns the columns of one of these rows, by its index in the file. */
      ByteBuffer row(long row) {
        int index = (int) (row - firstRow);
        int from = index == 0 ? 0 : ends[index - 1];
        return ByteBuffer.wrap(records, from, ends[index] - from).slice();
      }

      /** Returns the memory use in bytes. */
      long bytes() {
        return records.length + (long) Integer.BYTES * ends.length;
      }
    }

    RowGroupTexts(ParquetSource source, int rowGroup) {
      this.source = source;
      this.rowGroup = rowGroup;
    }

    private <T> T read(Read<T> read) throws IOException {
      reading.lock();
      try {
        return read.of(this);
      } finally {
        reading.unlock();
      }
    }

    /** Returns the text of a row, by its index in the row group. */
    private Optional<ByteBuffer> text(long row) throws IOException {
      Map.Entry<Long, TextPages.Page> at = pages.floorEntry(row);
      if (at != null && at.getValue().contains(row)) {
        return at.getValue().text(row);
      }
      TextPages.Page page = cursorBefore(row).page(row);
      pages.put(page.firstRow(), page);
      bytes = bytes + page.bytes();
      return page.text(row);
    }

    /**
     * Returns the carried columns of a row, or empty if the source has none.
     *
     * @param row index in the row group
     */
    ByteBuffer columns(long row) throws IOException {
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
     * Drops the first pages. The last page is kept, and nothing is dropped during a read.
     *
     * @param most the number of dropped bytes at which to stop
     * @return the number of bytes dropped
     */
    long drop(long most) {
      if (!reading.tryLock()) {
        return 0;
      }
      try {
        long dropped = 0;
        while (dropped < most && pages.size() > 1) {
          dropped += pages.pollFirstEntry().getValue().bytes();
        }
        while (dropped < most && columns.size() > 1) {
          dropped += columns.pollFirstEntry().getValue().bytes();
        }
        bytes = bytes - dropped;
        return dropped;
      } finally {
        reading.unlock();
      }
    }

    /** Returns the memory that pages and columns take. */
    long bytes() {
      return bytes;
    }

    /**
     * Closes the file. If a thread is reading, that thread must close the file afterwards. The file
     * is opened again if a further page is needed.
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
}
