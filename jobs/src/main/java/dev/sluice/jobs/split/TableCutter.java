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
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

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
  private final Map<Integer, TableSpans.Span> spans = new HashMap<>();
  private final long targetBytes;
  private final long heapBytes;
  private final LongConsumer progress;
  private Position position;
  private Optional<TableRows> open = Optional.empty();

  /** Whether {@link #open} is at a row that no part has taken yet. */
  private boolean loaded;

  /**
   * Opens a file where the previous part ends.
   *
   * @throws SourceFormatException if the file's footer cannot be written again
   */
  TableCutter(
      TableFile file, int parts, SplitRequest request, Position start, LongConsumer progress)
      throws SourceFormatException {
    this.file = file;
    this.copy = new TableCopy(file);
    this.targetBytes = request.targetBytes();
    this.heapBytes = Runtime.getRuntime().maxMemory() / request.threads();
    this.position = start;
    this.progress = progress;
    TableSpans.of(file, copy, targetBytes, parts).forEach(span -> spans.put(span.from(), span));
  }

  @Override
  public Part next(int number, Path target) throws IOException {
    TableSpans.Span span = spans.get(Math.toIntExact(position.unit()));
    long rows = span.pieces() > 1 ? divide(span, target) : copy(span, target);
    return new Part(rows, Files.size(target), position, position.unit() == file.rowGroups());
  }

  private long copy(TableSpans.Span span, Path target) throws IOException {
    copy.write(span.from(), span.to(), target, progress);
    position = new Position(span.to(), 0);
    return IntStream.range(span.from(), span.to()).mapToLong(file::rows).sum();
  }

  /** Writes a piece of a row group. */
  private long divide(TableSpans.Span span, Path target) throws IOException {
    long all = file.rows(span.from());
    long begin = position.row();
    TableWriter writer = new TableWriter(format(), target);
    try {
      long end = write(begin, end(all, span.pieces(), begin), rows(span.from()), writer);
      writer.complete();
      progress.accept(copy.dataBytes(span.from()) * (end - begin) / all);
      if (end == all) {
        close();
      }
      position = end == all ? new Position(span.to(), 0) : new Position(span.from(), end);
      return end - begin;
    } catch (RowTooLargeException e) {
      writer.discard();
      throw new SourceFormatException(file.file(), e.getMessage());
    } catch (IOException | RuntimeException e) {
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

  /** The rows of a row group, from the position on. */
  private TableRows rows(int group) throws IOException {
    if (open.isEmpty()) {
      int rowBytes = (int) Math.min(Integer.MAX_VALUE, heapBytes / ROW_FACTOR);
      RowBuffers buffers = new RowBuffers(rowBytes, heapBytes / 2);
      open = Optional.of(file.open(group, file.schema(), buffers));
      open.get().skip(position.row());
    }
    return open.get();
  }

  /** Writes rows until the part is full, at least one; returns the end. */
  private long write(long begin, long most, TableRows rows, TableWriter writer) throws IOException {
    TableRowGroup group = new TableRowGroup(writer.format());
    long row = begin;
    while (row < most) {
      loaded = loaded || rows.next();
      long bytes = writer.bytes() + group.bytes() + rows.length() + tailBytes(writer);
      if (bytes > targetBytes && row > begin) {
        break;
      }
      group.write(rows.buffer(), 0, rows.length());
      loaded = false;
      row++;
      if (group.bytes() >= ROW_GROUP_BYTES) {
        append(group, writer);
        group = new TableRowGroup(writer.format());
        progress.accept(0);
      }
    }
    append(group, writer);
    return row;
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
    Optional<TableRows> closing = open;
    open = Optional.empty();
    if (closing.isPresent()) {
      closing.get().close();
    }
  }
}
