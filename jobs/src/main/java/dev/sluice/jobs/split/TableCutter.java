package dev.sluice.jobs.split;

import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.rows.RowProblem;
import dev.sluice.storage.rows.RowSource;
import dev.sluice.storage.table.RowBuffers;
import dev.sluice.storage.table.TableFile;
import dev.sluice.storage.table.TableFormat;
import dev.sluice.storage.table.TableRowGroup;
import dev.sluice.storage.table.TableWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Splits a Parquet file between rows. The values are compressed again. Memory: pages of a row
 * group, and 16 MiB of rows that are being compressed. Not thread-safe.
 */
final class TableCutter implements Cutter {
  private static final long ROW_GROUP_BYTES = 16L << 20;

  /** Minimum number of pages of a column in a part. */
  private static final int PAGES = 32;

  /**
   * Maximum number of copies of the largest row in memory: while it is read, with space to grow,
   * and while it is compressed.
   */
  private static final int ROW_FACTOR = 8;

  private static final int LEAST_PAGE_BYTES = 64 << 10;

  /** Maximum size that a column of a row group takes in the footer and the indexes. */
  private static final int COLUMN_BYTES = 1 << 10;

  private final TableFile file;
  private final SplitPlan.Source plan;
  private final TableFormat format;
  private final long targetBytes;
  private final LongConsumer progress;
  private final RowSource rows;
  private long row;

  /**
   * Opens a file at the position where the previous part ends.
   *
   * @throws SourceFormatException if the file has a struct without fields, which cannot be written
   */
  TableCutter(
      TableFile file,
      SplitPlan.Source plan,
      SplitRequest request,
      Position start,
      LongConsumer progress)
      throws IOException {
    this.file = file;
    this.plan = plan;
    this.targetBytes = request.targetBytes();
    this.progress = progress;
    this.row = start.row();
    this.format = format();
    long heapBytes = Runtime.getRuntime().maxMemory() / request.threads();
    int rowBytes = (int) Math.min(Integer.MAX_VALUE, heapBytes / ROW_FACTOR);
    this.rows = file.rows(file.schema(), new RowBuffers(rowBytes, heapBytes / 2));
    rows.skipTo(row);
  }

  private TableFormat format() throws IOException {
    TableFormat like = TableFormat.of(file.schema(), file);
    long page = Math.max(LEAST_PAGE_BYTES, targetBytes / PAGES);
    return new TableFormat(
        like.schema(),
        like.dictionary(),
        like.labels(),
        like.level(),
        (int) Math.min(TableFormat.PAGE_BYTES, page));
  }

  @Override
  public Part next(int number, Path target) throws IOException {
    long begin = row;
    TableWriter writer = new TableWriter(format, target);
    try {
      write(end(number), writer);
      writer.complete();
    } catch (IOException | RuntimeException e) {
      writer.discard();
      throw e;
    }
    progress.accept(Math.round(plan.bytes() * (double) (row - begin) / Math.max(1, file.rows())));
    return new Part(row - begin, Files.size(target), new Position(row, row), row == file.rows());
  }

  /**
   * Returns the row after a part. The part has at least one row and leaves at least one row for
   * each later part.
   */
  private long end(int part) {
    long most = row + plan.mostRows(part, row);
    return Math.min(most, Math.max(row + 1, plan.idealEnd(part, file.rows())));
  }

  /** Writes rows up to an end, or until the part is full. */
  private void write(long end, TableWriter writer) throws IOException {
    long begin = row;
    TableRowGroup group = new TableRowGroup(format);
    long tail = tailBytes(writer);
    while (row < Math.min(end, file.rows())) {
      load();
      long bytes = writer.bytes() + group.bytes() + rows.length() + tail;
      if (bytes > targetBytes && row > begin) {
        break;
      }
      group.write(rows.buffer(), rows.offset(), rows.length());
      row++;
      if (group.bytes() >= ROW_GROUP_BYTES) {
        append(group, writer);
        group = new TableRowGroup(format);
        tail = tailBytes(writer);
        progress.accept(0);
      }
    }
    append(group, writer);
  }

  /**
   * Reads the next row to write, unless it has already been read because the previous part had no
   * room for it.
   */
  private void load() throws IOException {
    if (rows.row() < row) {
      rows.next();
    }
    Optional<RowProblem> problem = rows.problem();
    if (problem.isPresent()) {
      throw new SourceFormatException(
          file.file(), "row %d: %s".formatted(row, problem.get().message()));
    }
  }

  private long tailBytes(TableWriter writer) throws IOException {
    return writer.tailLength() + (long) COLUMN_BYTES * file.schema().columns();
  }

  private static void append(TableRowGroup group, TableWriter writer) throws IOException {
    group.finish();
    writer.append(group);
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
