package dev.sluice.jobs.shuffle;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/**
 * Appends rows to a partition, a chunk at a time. Thread-safe; holds a chunk and a file descriptor.
 */
final class PartitionFileWriter implements Closeable {
  /** Larger writes would be copied through native memory of their size. */
  private static final int STEP_BYTES = 64 << 10;

  private final Path path;
  private final PartitionChunk chunk;
  private final RandomAccessFile file;
  private long bytes;
  private long rows;

  /**
   * Opens a partition after its known content; anything after that is removed.
   *
   * @param bytes known
   * @param rows in them
   * @throws IOException also if the file is shorter than that
   */
  PartitionFileWriter(Path path, long bytes, long rows, int chunkBytes) throws IOException {
    this.path = path;
    this.chunk = new PartitionChunk(chunkBytes);
    this.file = new RandomAccessFile(path.toFile(), "rw");
    this.bytes = bytes;
    this.rows = rows;
    if (file.length() < bytes) {
      file.close();
      throw new DamagedPartitionException(
          path, "only %d of %d bytes".formatted(file.length(), bytes));
    }
    if (file.length()
        > bytes) { // a file cut to nothing is written out by some systems at its close
      file.setLength(bytes);
    }
    file.seek(bytes);
  }

  synchronized void add(long row, byte[] source, int offset, int length) throws IOException {
    if (!chunk.add(row, source, offset, length)) {
      flush();
      if (!chunk.add(row, source, offset, length)) {
        addAlone(row, source, offset, length);
      }
    }
    rows++;
  }

  /** A row larger than a chunk becomes a chunk of its own. */
  private void addAlone(long row, byte[] source, int offset, int length) throws IOException {
    chunk.addHeader(row, length);
    chunk.finish(source, offset, length);
    write(chunk.bytes(), 0, chunk.length());
    write(source, offset, length);
    chunk.clear();
  }

  /** Writes the open chunk. */
  synchronized void flush() throws IOException {
    if (!chunk.isEmpty()) {
      chunk.finish(chunk.bytes(), 0, 0);
      write(chunk.bytes(), 0, chunk.length());
      chunk.clear();
    }
  }

  private void write(byte[] source, int offset, int length) throws IOException {
    for (int done = 0; done < length; done += STEP_BYTES) {
      file.write(source, offset + done, Math.min(STEP_BYTES, length - done));
    }
    bytes += length;
  }

  /** Bytes written. */
  synchronized long bytes() {
    return bytes;
  }

  /** Rows added. */
  synchronized long rows() {
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
