package dev.sluice.storage.parquet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetFileWriter.Mode;

/**
 * Writes a file of packed row groups. Its bytes are a function of the format and the row groups.
 * Not thread-safe. After an {@link IOException} only {@link #discard} may be called.
 */
public final class TextTableWriter {
  private static final int MAX_ROW_GROUP_BYTES = 1 << 30;

  private final Path path;
  private final ShardStream stream;
  private final ParquetFileWriter writer;
  private long rows;

  /**
   * Begins the file.
   *
   * @param file must not exist
   * @throws IOException when it does, or cannot be created
   */
  public TextTableWriter(TextTableFormat format, Path file) throws IOException {
    this.path = file;
    this.stream = ShardStream.unhashed(file);
    ParquetProperties properties = format.properties();
    this.writer =
        new ParquetFileWriter(
            stream.asFile(),
            format.schema(),
            Mode.CREATE,
            MAX_ROW_GROUP_BYTES,
            0,
            properties.getColumnIndexTruncateLength(),
            properties.getStatisticsTruncateLength(),
            properties.getPageWriteChecksumEnabled());
    writer.start();
  }

  /** Appends a finished row group, which is used up then; one without rows leaves no trace. */
  public void append(TextRowGroup group) throws IOException {
    if (group.rows() > 0) {
      group.appendTo(writer);
      rows += group.rows();
    }
  }

  /** The rows appended so far. */
  public long rows() {
    return rows;
  }

  /** The bytes written so far. */
  public long bytes() {
    return stream.getPos();
  }

  /** Writes the footer and brings the file to the disk. */
  public void close() throws IOException {
    writer.end(Map.of());
    stream.sync();
  }

  /**
   * Gives everything up and deletes the file if this has created it. May be called at any time and
   * more than once.
   */
  public void discard() {
    try {
      stream.delete();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + path, e);
    }
  }
}
