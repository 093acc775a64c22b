package dev.sluice.jobs.shuffle.shard;

import dev.sluice.jobs.shuffle.partition.ChunkRows;
import dev.sluice.jobs.shuffle.partition.PartitionRows;
import java.io.IOException;
import java.io.OutputStream;

/** Writes rows as lines, each with a line feed. Memory: a buffer of 64 KiB. */
final class LineWriter {
  /** Larger writes would be copied through native memory of their size. */
  private static final int BUFFER_BYTES = 64 << 10;

  private final ChunkRows row = new ChunkRows();
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int filled;
  private long bytes;

  /** Writes a range of a partition's rows. */
  void write(PartitionRows partition, int from, int to, OutputStream out) throws IOException {
    for (int i = from; i < to; i++) {
      partition.find(i, row);
      int length = row.length();
      if (length >= BUFFER_BYTES - filled) {
        flush(out);
      }
      if (length >= BUFFER_BYTES) {
        writeLong(partition.bytes(), row.offset(), length, out);
      } else {
        System.arraycopy(partition.bytes(), row.offset(), buffer, filled, length);
        filled += length;
      }
      buffer[filled++] = '\n';
    }
  }

  private void writeLong(byte[] source, int offset, int length, OutputStream out)
      throws IOException {
    for (int done = 0; done < length; done += BUFFER_BYTES) {
      out.write(source, offset + done, Math.min(BUFFER_BYTES, length - done));
    }
    bytes += length;
  }

  /** Writes the content of the buffer. */
  void flush(OutputStream out) throws IOException {
    out.write(buffer, 0, filled);
    bytes += filled;
    filled = 0;
  }

  /** Bytes written so far, without those in the buffer. */
  long bytes() {
    return bytes;
  }
}
