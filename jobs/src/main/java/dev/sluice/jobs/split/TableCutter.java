package dev.sluice.jobs.split;

import dev.sluice.storage.page.RowTooLargeException;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.table.RowBuffers;
import dev.sluice.storage.table.TableCopy;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableFormat;
import dev.sluice.storage.table.TableRowGroup;
import dev.sluice.storage.table.TableRows;
import dev.sluice.storage.table.TableWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Splits a Parquet file between row groups, and divides large row groups between rows. Memory:
 * pages of a row group being divided, and 16 MiB of it recompressed. Not thread-safe.
 */
final class TableCutter implements Cutter {
  private static final long ROW_GROUP_BYTES = 16L << 20;
  private static final int PAGES = 32;

  /**
   * Maximum number of copies of the largest row in memory: read, with space to grow, and
   * compressed.
   */
  private static final int ROW_FACTOR = 8;

  private static final int LEAST_PAGE_BYTES = 64 << 10;

  /** Maximum size in footer and indexes of a column of a rewritten row group. */
  private static final int COLUMN_BYTES = 1 << 10;

  private final TableFile file;
  private final TableCopy copy;
  private final Map<Integer, TableSpan> spans = new HashMap<>();
  private final long targetBytes;
  private final long heapBytes;
  private final LongConsumer progress;
  private Optional<OpenGroup> open = Optional.empty();

  /** A row group being divided, and whether it is at a row that no part has taken yet. */
  private static final class OpenGroup {
    private final int number;
    private final TableRows rows;
    private long row;
    private boolean loaded;

    OpenGroup(int number, TableRows rows) {
      this.number = number;
      this.rows = rows;
    }

    void load() throws IOException {
      if (!loaded) {
        loaded = rows.next();
      }
    }

    void take() {
      loaded = false;
      row++;
    }
  }

  /**
   * @param heapBytes memory for reading
   * @throws SourceFormatException if the file's footer cannot be written again
   */
  TableCutter(TableFile file, int parts, long targetBytes, long heapBytes, LongConsumer progress)
      throws SourceFormatException {
    this.file = file;
    this.copy = new TableCopy(file);
    this.targetBytes = targetBytes;
    this.heapBytes = heapBytes;
    this.progress = progress;
    List<TableSpan> all = TableSpans.of(file, copy, targetBytes, parts);
    all.forEach(span -> spans.put(span.from(), span));
  }

  @Override
  public CutPart next(int number, CutPosition start, Path target) throws IOException {
    TableSpan span = spans.get(Math.toIntExact(start.unit()));
    if (span.pieces() > 1) {
      try {
        return divided(span, start.row(), target);
      } catch (RowTooLargeException e) {
        throw new SourceFormatException(file.file(), e.getMessage());
      }
    }
    copy.write(span.from(), span.to(), target, progress);
    long rows = 0;
    for (int group = span.from(); group < span.to(); group++) {
      rows += file.rows(group);
    }
    return part(rows, target, new CutPosition(span.to(), 0));
  }

  private CutPart part(long rows, Path target, CutPosition end) throws IOException {
    return new CutPart(rows, Files.size(target), end, end.unit() == file.rowGroups());
  }

  private CutPart divided(TableSpan span, long row, Path target) throws IOException {
    long all = file.rows(span.from());
    long end = end(all, span.pieces(), row);
    TableWriter writer = new TableWriter(format(), target);
    try {
      OpenGroup group = at(span.from(), row);
      write(group, end, writer);
      writer.complete();
      progress.accept(copy.dataBytes(span.from()) * (group.row - row) / all);
      CutPosition next =
          group.row == all
              ? new CutPosition(span.to(), 0)
              : new CutPosition(span.from(), group.row);
      return part(group.row - row, target, next);
    } catch (IOException | RuntimeException e) {
      close();
      writer.discard();
      throw e;
    }
  }

  /** The end of the piece that contains a row: pieces have equal numbers of rows. */
  private static long end(long rows, int pieces, long row) {
    long piece = (long) ((double) row / rows * pieces);
    while ((long) ((double) rows * piece / pieces) <= row) {
      piece++;
    }
    return (long) ((double) rows * piece / pieces);
  }

  private TableFormat format() throws IOException {
    file.requireFields();
    long page = Math.max(LEAST_PAGE_BYTES, targetBytes / PAGES);
    return new TableFormat(
        file.schema(),
        file.dictionaryColumns(),
        copy.labels(),
        TableFormat.LEVEL,
        (int) Math.min(TableFormat.PAGE_BYTES, page));
  }

  private OpenGroup at(int number, long row) throws IOException {
    if (open.isEmpty() || open.get().number != number || open.get().row != row) {
      close();
      int rowBytes = (int) Math.min(Integer.MAX_VALUE, heapBytes / ROW_FACTOR);
      RowBuffers buffers = new RowBuffers(rowBytes, heapBytes / 2);
      OpenGroup opened = new OpenGroup(number, file.open(number, file.schema(), buffers));
      open = Optional.of(opened);
      while (opened.row < row) {
        opened.load();
        opened.take();
      }
    }
    return open.get();
  }

  private void write(OpenGroup from, long end, TableWriter writer) throws IOException {
    long begin = from.row;
    TableRowGroup group = new TableRowGroup(writer.format());
    while (from.row < end) {
      from.load();
      boolean fits =
          writer.bytes() + group.bytes() + from.rows.length() + tailBytes(writer) <= targetBytes;
      if (!fits && from.row > begin) {
        break;
      }
      group.write(from.rows.buffer(), 0, from.rows.length());
      from.take();
      if (group.bytes() >= ROW_GROUP_BYTES) {
        append(group, writer);
        group = new TableRowGroup(writer.format());
        progress.accept(0);
      }
    }
    append(group, writer);
  }

  private long tailBytes(TableWriter writer) {
    long columns = (long) file.schema().columns() * (writer.rowGroups() + 1);
    return copy.baseBytes() + COLUMN_BYTES * columns;
  }

  private static void append(TableRowGroup group, TableWriter writer) throws IOException {
    group.finish();
    writer.append(group);
  }

  @Override
  public void close() throws IOException {
    if (open.isPresent()) {
      OpenGroup closing = open.get();
      open = Optional.empty();
      closing.rows.close();
    }
  }
}
