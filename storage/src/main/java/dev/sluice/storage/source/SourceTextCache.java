package dev.sluice.storage.source;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads texts and carried columns of source files by row, and keeps the pages of the row groups
 * that were used last. If rows are asked for about in the order of the source, each page is read
 * and decompressed once, and pages without such a row not at all. Thread-safe: threads read
 * different row groups at the same time, and wait for no other row group than their own.
 *
 * <p>Memory: pages and columns of up to {@code maxBytes}, or a single page and some columns if
 * those are larger. Holds at most {@value #MAX_OPEN} files open.
 */
public final class SourceTextCache implements Closeable {
  private static final int MAX_OPEN = 16;

  private final long maxBytes;
  private final Map<Key, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
  private final Set<RowGroupTexts> open = new LinkedHashSet<>();
  private long bytes;

  private record Key(ParquetSource source, int rowGroup) {}

  private static final class Entry {
    private final RowGroupTexts texts;
    private long bytes;

    Entry(RowGroupTexts texts) {
      this.texts = texts;
    }
  }

  /** Starts empty. */
  public SourceTextCache(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /**
   * The text of a row.
   *
   * @param row index in the file, of a row of this row group
   * @return a range of an array that must not be changed; empty if the row has no text
   * @throws dev.sluice.storage.page.SourceFormatException if the row group is broken there
   * @throws IOException if the file cannot be read or has changed its length
   */
  public Optional<ByteBuffer> text(ParquetSource source, int rowGroup, long row)
      throws IOException {
    Key key = new Key(source, rowGroup);
    Entry entry = entry(key);
    Optional<ByteBuffer> text = entry.texts.text(row - source.firstRow(rowGroup));
    account(key, entry).forEach(RowGroupTexts::closeUnlessRead);
    return text;
  }

  /**
   * The carried columns of a row; empty if the source has none.
   *
   * @param row index in the file, of a row of this row group
   * @throws dev.sluice.storage.page.SourceFormatException if the row group is broken there
   * @throws IOException if the file cannot be read or has changed its length
   */
  public ByteBuffer columns(ParquetSource source, int rowGroup, long row) throws IOException {
    Key key = new Key(source, rowGroup);
    Entry entry = entry(key);
    ByteBuffer columns = entry.texts.columns(row - source.firstRow(rowGroup));
    account(key, entry).forEach(RowGroupTexts::closeUnlessRead);
    return columns;
  }

  /** Drops what was read of a file, which may have changed. */
  public void forget(ParquetSource source) {
    List<RowGroupTexts> dropped = new ArrayList<>();
    synchronized (this) {
      Iterator<Map.Entry<Key, Entry>> all = entries.entrySet().iterator();
      while (all.hasNext()) {
        Map.Entry<Key, Entry> entry = all.next();
        if (entry.getKey().source() == source) {
          all.remove();
          bytes -= entry.getValue().bytes;
          dropped.add(entry.getValue().texts);
        }
      }
      open.removeAll(dropped);
    }
    dropped.forEach(RowGroupTexts::closeUnlessRead);
  }

  private synchronized Entry entry(Key key) {
    return entries.computeIfAbsent(
        key, absent -> new Entry(new RowGroupTexts(key.source(), key.rowGroup())));
  }

  /**
   * Counts the pages that an entry has read, and drops the oldest entries if all have too many.
   *
   * @return what must be closed, without holding the lock: others may be reading it
   */
  private synchronized List<RowGroupTexts> account(Key key, Entry entry) {
    long now = entry.texts.bytes();
    if (entries.get(key) != entry) {
      return List.of(entry.texts); // dropped meanwhile, when it could not be closed
    }
    if (now == entry.bytes) {
      return List.of();
    }
    bytes += now - entry.bytes;
    entry.bytes = now;
    open.remove(entry.texts);
    open.add(entry.texts);
    List<RowGroupTexts> closing = new ArrayList<>();
    Iterator<Entry> oldest = entries.values().iterator();
    while (bytes > maxBytes && oldest.hasNext()) {
      Entry old = oldest.next();
      if (old == entry) {
        bytes -= entry.texts.drop(bytes - maxBytes);
        entry.bytes = entry.texts.bytes();
      } else {
        oldest.remove();
        bytes -= old.bytes;
        open.remove(old.texts);
        closing.add(old.texts);
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
      all = entries.values().stream().map(entry -> entry.texts).toList();
      open.clear();
      entries.clear();
      bytes = 0;
    }
    all.forEach(RowGroupTexts::closeUnlessRead);
  }
}
