package dev.sluice.storage.table;

import dev.sluice.storage.page.BlockStream;
import dev.sluice.storage.page.ShardStream;
import dev.sluice.storage.page.SourceFormatException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetFileWriter.Mode;
import org.apache.parquet.io.ParquetDecodingException;

/**
 * Writes a file of packed row groups. Its bytes are a function of the format and the row groups,
 * wherever the writing was stopped and continued. Not thread-safe. After an {@link IOException}
 * only {@link #discard} may be called.
 *
 * <p>A checkpoint is a file beside the table, named like it with {@code .checkpoint} behind. It
 * stays when the table is closed, so that a table that is closed and not yet where it belongs can
 * be continued too: there is then nothing left to append.
 */
public final class TableWriter {
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

  private final TableFormat format;
  private final ParquetProperties properties;
  private final Path path;
  private final ShardStream stream;
  private final TableTail tail;
  private boolean checkpointed;

  /**
   * Where a writing can be continued.
   *
   * @param rows of the row groups so far
   * @param bytes of the file up to the end of the last row group
   */
  public record Checkpoint(long rows, int rowGroups, long bytes) {}

  /**
   * Begins a file.
   *
   * @param file must not exist
   * @throws IOException when it does, or cannot be created
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
   * Goes on behind the last checkpoint of a file, as if it had never been left; what is behind that
   * goes. Without a checkpoint it begins anew, over what there may be. With which row to go on,
   * {@link #rows} says.
   *
   * @throws SourceFormatException when the checkpoint is broken, of another format, or of more than
   *     the file has
   * @throws IOException when it cannot be read, or the file not be written
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
          file, "has %d bytes and had %d at its checkpoint".formatted(length, position));
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
          file, "was started with other columns or by another version: delete it to begin anew");
    }
    return tail;
  }

  /** Appends a finished row group, which is used up then; one without rows leaves no trace. */
  public void append(TableRowGroup group) throws IOException {
    append(group.packed());
  }

  /** Appends a finished row group of texts, in the format's columns; the same holds. */
  public void append(TextRowGroup group) throws IOException {
    append(group.packed());
  }

  /** Parquet's writer can write a file once: each row group has its own, their tails are merged. */
  private void append(CompressedRows rows) throws IOException {
    if (rows.rows() == 0) {
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
    rows.writeTo(writer);
    block.endBlock();
    writer.end(Map.of());
    tail.add(block.tail());
  }

  /**
   * Brings the row groups so far to the disk, and then what is needed to go on behind them.
   *
   * @throws IOException when that cannot be written; the checkpoint before then holds
   */
  public Checkpoint checkpoint() throws IOException {
    stream.sync();
    new TableCheckpoint(stream.getPos(), ByteBuffer.wrap(tailBytes())).write(path);
    checkpointed = true;
    return new Checkpoint(rows(), rowGroups(), stream.getPos());
  }

  private byte[] tailBytes() throws IOException {
    return tail.bytes(format.schema().message(), format.footer(), stream.getPos());
  }

  /** How the file is written. */
  public TableFormat format() {
    return format;
  }

  /** The rows appended so far, those before a continuation included. */
  public long rows() {
    return tail.rows();
  }

  /** The row groups appended so far. */
  public int rowGroups() {
    return tail.rowGroups();
  }

  /** The bytes of the file so far; at the end with its footer. */
  public long bytes() {
    return stream.getPos();
  }

  /** Gives the descriptor back until the next row group. */
  public void release() throws IOException {
    stream.release();
  }

  /**
   * Writes the footer and brings the file to the disk; where there is a checkpoint, a last one
   * before.
   */
  public void close() throws IOException {
    if (checkpointed) {
      checkpoint();
    }
    stream.write(tailBytes());
    stream.sync();
  }

  /** Deletes the checkpoint, if there is one; the table can then not be continued. */
  public void deleteCheckpoint() throws IOException {
    TableCheckpoint.delete(path);
  }

  /**
   * Gives everything up and deletes the file and its checkpoint. May be called at any time and more
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
