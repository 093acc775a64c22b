package dev.sluice.jobs.text;

import dev.sluice.core.Bytes;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * Appends rows to a temporary file. Rows are written in chunks. Does not flush to disk: {@link
 * SpillReader} detects what a power failure has lost. A chunk starts with a header of 12 bytes: the
 * length of its rows, and the CRC-32C of the rest of the chunk. The rows follow in any order. Each
 * row consists of its number in eight bytes, its length in four bytes, and its bytes. Thread-safe;
 * holds a chunk and a file descriptor.
 */
public final class SpillWriter implements Closeable {
  /** The size of the header of a chunk. */
  static final int HEADER_BYTES = Integer.BYTES + Long.BYTES;

  /** The size of a row in addition to its bytes. */
  public static final int ROW_HEADER_BYTES = Long.BYTES + Integer.BYTES;

  /**
   * Maximum size of a write; a larger write would be copied through native memory of the same size.
   */
  private static final int STEP_BYTES = 64 << 10;

  private static final byte[] NOTHING = {};

  private final Path path;
  private final byte[] chunk;
  private final RandomAccessFile file;
  private int filled = HEADER_BYTES;
  private long bytes;
  private long rows;

  /**
   * Opens a file to append to the content that is known to be in it. Anything after the known
   * content is removed.
   *
   * @param bytes size of the known content
   * @param rows number of rows in the known content
   * @throws IOException also if the file is shorter than its known content
   */
  public SpillWriter(Path path, long bytes, long rows, int chunkBytes) throws IOException {
    this.path = path;
    this.chunk = new byte[chunkBytes];
    this.file = new RandomAccessFile(path.toFile(), "rw");
    this.bytes = bytes;
    this.rows = rows;
    if (file.length() < bytes) {
      file.close();
      throw new DamagedSpillException(
          path, "it has only %d of %d bytes".formatted(file.length(), bytes));
    }
    // Not otherwise, because some systems flush a truncated file when it is closed.
    if (file.length() > bytes) {
      file.setLength(bytes);
    }
    file.seek(bytes);
  }

  /** Returns the number of the row at an offset of a chunk. */
  public static long row(byte[] rows, int at) {
    return Bytes.readLong(rows, at);
  }

  /**
   * Returns the length of the row at an offset of a chunk. The row's bytes start {@link
   * #ROW_HEADER_BYTES} after the offset.
   */
  public static int length(byte[] rows, int at) {
    return Bytes.readInt(rows, at + Long.BYTES);
  }

  /** Adds a row. */
  public synchronized void add(long row, byte[] source, int offset, int length) throws IOException {
    if (length > chunk.length - filled - ROW_HEADER_BYTES) {
      flush();
    }
    Bytes.writeLong(chunk, filled, row);
    Bytes.writeInt(chunk, filled + Long.BYTES, length);
    filled += ROW_HEADER_BYTES;
    if (length > chunk.length - filled) { // the row gets a separate chunk
      write(source, offset, length);
    } else {
      System.arraycopy(source, offset, chunk, filled, length);
      filled += length;
    }
    rows++;
  }

  /** Writes the open chunk. */
  public synchronized void flush() throws IOException {
    if (filled > HEADER_BYTES) {
      write(NOTHING, 0, 0);
    }
  }

  /** Writes the open chunk with more bytes of its last row. */
  private void write(byte[] more, int offset, int length) throws IOException {
    Bytes.writeInt(chunk, 0, filled - HEADER_BYTES + length);
    CRC32C crc = new CRC32C();
    crc.update(chunk, 0, Integer.BYTES);
    crc.update(chunk, HEADER_BYTES, filled - HEADER_BYTES);
    crc.update(more, offset, length);
    Bytes.writeLong(chunk, Integer.BYTES, crc.getValue());
    writeAll(chunk, 0, filled);
    writeAll(more, offset, length);
    filled = HEADER_BYTES;
  }

  private void writeAll(byte[] source, int offset, int length) throws IOException {
    for (int done = 0; done < length; done += STEP_BYTES) {
      file.write(source, offset + done, Math.min(STEP_BYTES, length - done));
    }
    bytes += length;
  }

  /** Returns the number of bytes written. */
  public synchronized long bytes() {
    return bytes;
  }

  /** Returns the number of rows added. */
  public synchronized long rows() {
    return rows;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
