package dev.sluice.storage.table;

import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.rows.ByteRows;
import dev.sluice.storage.rows.RowSink;
import dev.sluice.storage.write.BlockStream;
import dev.sluice.storage.write.ShardStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetFileWriter.Mode;
import org.apache.parquet.io.ParquetDecodingException;

/**
 * Writes a file of compressed row groups. Its bytes are a function of format and row groups, even
 * if writing is interrupted and continued. Not thread-safe. After an {@link IOException}, only
 * {@link #close} and {@link #discard} may be called.
 *
 * <p>A checkpoint is a file beside the table with the suffix {@code .checkpoint}. It remains when
 * the table is complete, so that a complete table that has not been renamed yet can be continued as
 * well; in this case, nothing is left to append.
 */
public final class TableWriter implements RowSink {
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

  private final TableFormat format;
  private final ParquetProperties properties;
  private final Path path;
  private final ShardStream stream;
  private TableTail tail;
  private boolean checkpointed;

  /**
   * Creates a file.
   *
   * @param file must not exist
   * @throws IOException if the file exists or cannot be created
   */
  public TableWriter(TableFormat format, Path file) throws IOException {
    this(format, file, ShardStream.unhashed(file), new TableTail());
    stream.write(MAGIC);
  }

  private TableWriter(TableFormat format, Path file, ShardStream stream, TableTail tail) {
    this.format = format;
    this.properties = format.properties();
    this.path = file;
    this.stream = stream;
    this.tail = tail;
  }

  /**
   * Continues after the last checkpoint of a file. Everything after the checkpoint is truncated.
   * Without a checkpoint, starts over and overwrites the file. {@link #rows} returns the index of
   * the row to continue with.
   *
   * @throws SourceFormatException if the checkpoint is broken, has a different format, or is beyond
   *     the end of the file
   * @throws IOException if the checkpoint cannot be read, or the file cannot be written
   */
  public static TableWriter continueAt(TableFormat format, Path file) throws IOException {
    Optional<TableCheckpoint> checkpoint = TableCheckpoint.read(file);
    if (checkpoint.isEmpty()) {
      Files.deleteIfExists(file);
      return new TableWriter(format, file);
    }
    long position = checkpoint.get().position();
    long length = Files.exists(file) ? Files.size(file) : 0;
    if (length < position) {
      throw new SourceFormatException(
          file, "has %d bytes, but had %d at its checkpoint".formatted(length, position));
    }
    TableTail tail = tail(format, file, checkpoint.get());
    TableWriter writer = new TableWriter(format, file, ShardStream.continued(file, position), tail);
    writer.checkpointed = true;
    return writer;
  }

  private static TableTail tail(TableFormat format, Path file, TableCheckpoint checkpoint)
      throws IOException {
    byte[] bytes = new byte[checkpoint.tail().remaining()];
    checkpoint.tail().duplicate().get(bytes);
    TableTail tail = new TableTail();
    try {
      tail.add(bytes);
    } catch (ParquetDecodingException e) {
      throw SourceFormatException.of(TableCheckpoint.file(file), "a broken checkpoint", e);
    }
    byte[] again = tail.bytes(format.schema().message(), format.footer(), checkpoint.position());
    if (!ByteBuffer.wrap(again).equals(checkpoint.tail())) {
      throw new SourceFormatException(
          file,
          "was started with different columns or by a different version: delete the file to start"
              + " over");
    }
    return tail;
  }

  @Override
  public boolean continueAt(long rows, long bytes) throws IOException {
    if (bytes == 0) {
      discard();
      tail = new TableTail();
      checkpointed = false;
      stream.write(MAGIC);
      return true;
    }
    return rows == rows() && bytes == bytes();
  }

  @Override
  public Callable<Packed> packing(List<ByteRows> rows) {
    return () -> {
      TableRowGroup group = new TableRowGroup(format);
      for (ByteRows piece : rows) {
        for (int row = 0; row < piece.size(); row++) {
          group.write(piece.bytes(), piece.offset(row), piece.length(row));
        }
      }
      group.finish();
      return () -> append(group);
    };
  }

  /**
   * Appends a finished row group and consumes it. A row group without rows adds nothing. Parquet's
   * writer can only write a complete file, so each row group gets its own writer, and their tails
   * are merged.
   */
  public void append(TableRowGroup group) throws IOException {
    if (group.rows() == 0) {
      return;
    }
    BlockStream block = new BlockStream(stream);
    ParquetFileWriter writer =
        new ParquetFileWriter(
            block,
            format.schema().message(),
            Mode.CREATE,
            Integer.MAX_VALUE,
            0,
            properties.getColumnIndexTruncateLength(),
            properties.getStatisticsTruncateLength(),
            properties.getPageWriteChecksumEnabled());
    writer.start();
    block.beginBlock();
    group.writeTo(writer);
    block.endBlock();
    writer.end(Map.of());
    tail.add(block.tail());
  }

  @Override
  public void sync() throws IOException {
    stream.sync();
  }

  /**
   * Flushes the row groups so far to disk, then writes a checkpoint.
   *
   * @throws IOException if the checkpoint cannot be written; the previous checkpoint stays valid
   */
  @Override
  public void checkpoint() throws IOException {
    sync();
    new TableCheckpoint(stream.getPos(), ByteBuffer.wrap(tailBytes())).write(path);
    checkpointed = true;
  }

  private byte[] tailBytes() throws IOException {
    return tail.bytes(format.schema().message(), format.footer(), stream.getPos());
  }

  /** Returns the number of bytes that {@link #complete} would append now. */
  public long tailLength() throws IOException {
    return tailBytes().length;
  }

  /** Returns the format of the file. */
  public TableFormat format() {
    return format;
  }

  @Override
  public long rows() {
    return tail.rows();
  }

  /** Returns the number of row groups appended so far. */
  public int rowGroups() {
    return tail.rowGroups();
  }

  /** Returns the size of the file so far. For a complete file, this includes the footer. */
  @Override
  public long bytes() {
    return stream.getPos();
  }

  /** Closes the file descriptor. */
  @Override
  public void close() throws IOException {
    stream.release();
  }

  /**
   * Writes the footer and flushes the file to disk. If there is a checkpoint, first writes a final
   * checkpoint.
   */
  @Override
  public void complete() throws IOException {
    if (checkpointed) {
      checkpoint();
    }
    stream.write(tailBytes());
    stream.sync();
  }

  /** Deletes a file's checkpoint, if any. Afterwards, the table can no longer be continued. */
  public static void deleteCheckpoint(Path file) throws IOException {
    TableCheckpoint.delete(file);
  }

  /**
   * Discards all rows and deletes the file and its checkpoint. May be called at any time, and more
   * than once.
   */
  public void discard() {
    try {
      stream.delete();
      TableCheckpoint.delete(path);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + path, e);
    }
  }
}
