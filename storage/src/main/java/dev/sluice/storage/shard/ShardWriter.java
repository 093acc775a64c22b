package dev.sluice.storage.shard;

import static java.util.Objects.requireNonNull;

import dev.sluice.storage.table.TableSchema;
import dev.sluice.storage.write.PageCompressor;
import dev.sluice.storage.write.PageCompressor.KnownPages;
import dev.sluice.storage.write.ShardStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetFileWriter.Mode;
import org.apache.parquet.schema.MessageType;

/**
 * Writes one Parquet file. Its bytes are a function of format, rows, footer entries and calls of
 * {@link #flushRowGroup}; they do not depend on a clock, an identity or a hash order.
 *
 * <p>The file is created with its first row group. Between row groups, no file descriptor and no
 * native memory is held, so a thousand writers can be open at once. Not thread-safe; each writing
 * thread keeps up to 8 MiB for compressing pages.
 *
 * <p>After an {@link IOException}, only {@link #discard} may be called.
 */
public final class ShardWriter {
  /** The maximum size of the footer entries, including 16 bytes for each. */
  public static final int MAX_FOOTER_BYTES = 16 << 10;

  /**
   * The minimum number of columns with a role that {@link #boundOfFileSize} assumes. It must never
   * change, because the bound decides where shards end.
   */
  private static final int OWN_COLUMNS = 4;

  /** Bytes allowed for magic bytes, schema, names and versions. */
  private static final int FILE_ALLOWANCE = 1 << 10;

  /** Bytes allowed for a column chunk in the footer, with its statistics. */
  private static final int CHUNK_ALLOWANCE = 512 + 4 * ShardFormat.STATISTICS_BYTES;

  /** Bytes allowed for a page's header, compression frame and index entries. */
  private static final int PAGE_ALLOWANCE = 256 + 2 * ShardFormat.STATISTICS_BYTES;

  private final ShardFormat format;
  private final Path path;
  private final MessageType schema;
  private final ParquetProperties properties;
  private final PageCompressor compressor;
  private final ShardStream stream;
  private final int maxColumns;
  private Optional<ParquetFileWriter> writer = Optional.empty();
  private Optional<OpenRowGroup> group = Optional.empty();
  private long rows;
  private long rowGroups;

  /**
   * @param file must not exist when the first row group is written
   */
  public ShardWriter(ShardFormat format, Path file) {
    this(format, file, KnownPages.NONE);
  }

  /**
   * @param file must not exist when the first row group is written
   * @param known pages of a shard of the same format, whose compressed form is used again
   */
  public ShardWriter(ShardFormat format, Path file, KnownPages known) {
    this.format = requireNonNull(format, "format");
    this.path = requireNonNull(file, "file");
    this.schema = format.schema();
    this.properties = format.properties();
    this.compressor = new PageCompressor(format.compression(), format.level(), known);
    this.stream = new ShardStream(file);
    int own =
        format.columns().size() - format.carried().map(all -> all.topLevel().size()).orElse(0);
    this.maxColumns =
        Math.max(own, OWN_COLUMNS) + format.carried().map(TableSchema::columns).orElse(0);
  }

  /**
   * Adds a row, and writes the row group when it has reached its size.
   *
   * @throws IOException if the file cannot be created or written
   */
  public void write(ShardRow row) throws IOException {
    if (group.isEmpty()) {
      group = Optional.of(new OpenRowGroup(format, schema, properties, compressor));
      rowGroups++;
    }
    OpenRowGroup open = group.get();
    open.write(row);
    rows++;
    if (open.pageBytes() >= format.rowGroupBytes()) {
      flushRowGroup();
    }
  }

  /** Returns the number of rows added so far. Rows that are not in the file yet count too. */
  public long rows() {
    return rows;
  }

  /**
   * Returns the memory for rows that are not in the file yet. It is 0 if there are none, otherwise
   * less than {@code rowGroupBytes + pageBytes} + 64 KiB + one row.
   */
  public long bufferedBytes() {
    return group.map(OpenRowGroup::heapBytes).orElse(0L);
  }

  /**
   * Returns the maximum size of the file if it were closed now. It is a function of the rows and of
   * the flushed row groups. Each row adds at most {@link #boundOfRow}.
   */
  public long boundOfFileSize() {
    long open = group.map(OpenRowGroup::pageBytes).orElse(0L);
    int openPages = group.isPresent() ? maxColumns + 1 : 0;
    return stream.getPos()
        + bound(open)
        + rowGroups * maxColumns * CHUNK_ALLOWANCE
        + (compressor.pages() + openPages) * PAGE_ALLOWANCE
        + FILE_ALLOWANCE
        + MAX_FOOTER_BYTES;
  }

  /** Returns the maximum that a row adds to {@link #boundOfFileSize}. */
  public long boundOfRow(ShardRow row) {
    return bound(row.plainBytes())
        + (long) maxColumns * CHUNK_ALLOWANCE
        + (2L * maxColumns + 1) * PAGE_ALLOWANCE;
  }

  /**
   * Returns an upper bound of a compressed size. Incompressible text grows, most of all with
   * Snappy: by up to a sixth, according to its documentation.
   */
  private static long bound(long bytes) {
    return bytes + bytes / 6 + 1;
  }

  /**
   * Writes the buffered rows, if any, as a row group, and releases their memory and the file
   * descriptor.
   *
   * @throws IOException if the file cannot be created or written
   */
  public void flushRowGroup() throws IOException {
    if (group.isPresent()) {
      OpenRowGroup closing = group.get();
      group = Optional.empty();
      closing.flushTo(started());
      stream.release();
    }
  }

  private ParquetFileWriter started() throws IOException {
    if (writer.isEmpty()) {
      ParquetFileWriter starting =
          new ParquetFileWriter(
              stream,
              schema,
              Mode.CREATE,
              format.rowGroupBytes(),
              0,
              properties.getColumnIndexTruncateLength(),
              properties.getStatisticsTruncateLength(),
              properties.getPageWriteChecksumEnabled());
      writer = Optional.of(starting);
      starting.start();
    }
    return writer.get();
  }

  /**
   * Writes the remaining rows and the footer, and flushes the file to disk. A file without rows is
   * valid.
   *
   * @param footer key-value entries, written in key order
   * @return the finished file, with its hash, which is computed while writing
   * @throws IllegalArgumentException if the entries exceed {@link #MAX_FOOTER_BYTES}
   * @throws IOException if the file cannot be written or flushed
   */
  public ShardFile close(SortedMap<String, String> footer) throws IOException {
    checkSize(footer);
    flushRowGroup();
    started().end(new TreeMap<>(footer));
    stream.sync();
    return new ShardFile(path, rows, stream.getPos(), stream.hash());
  }

  private static void checkSize(Map<String, String> footer) {
    long bytes = 0;
    for (Map.Entry<String, String> entry : footer.entrySet()) {
      bytes += entry.getKey().getBytes(StandardCharsets.UTF_8).length;
      bytes += entry.getValue().getBytes(StandardCharsets.UTF_8).length + 16;
    }
    if (bytes > MAX_FOOTER_BYTES) {
      throw new IllegalArgumentException(
          "footer entries of %d bytes exceed the maximum of %d".formatted(bytes, MAX_FOOTER_BYTES));
    }
  }

  /**
   * Discards all rows and deletes the file if this writer created it. May be called at any time,
   * and more than once.
   *
   * @throws UncheckedIOException if the file exists and cannot be deleted
   */
  public void discard() {
    group = Optional.empty();
    try {
      stream.delete();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot delete " + path, e);
    }
  }

  /**
   * A finished shard.
   *
   * @param bytes size of the file
   * @param sha256 the SHA-256 of the file, as 64 lower-case hexadecimal digits
   */
  public record ShardFile(Path path, long rows, long bytes, String sha256) {
    private static final int SHA256_DIGITS = 64;

    /** Checks the components. */
    public ShardFile {
      requireNonNull(path, "path");
      if (rows < 0 || bytes < 0 || sha256.length() != SHA256_DIGITS) {
        throw new IllegalArgumentException(
            "invalid shard: %d rows, %d bytes, sha256 %s".formatted(rows, bytes, sha256));
      }
    }
  }
}
