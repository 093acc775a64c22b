package dev.sluice.jobs.text;

import dev.sluice.core.Bytes;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * Reads and checks the chunks of a {@link SpillWriter}. Not thread-safe; holds a file descriptor.
 */
public final class SpillReader implements Closeable {
  private static final int STEP_BYTES = 64 << 10;

  private final Path path;
  private final RandomAccessFile file;
  private final CRC32C crc = new CRC32C();
  private final byte[] header = new byte[SpillWriter.HEADER_BYTES];
  private long left;

  /**
   * @param bytes expected size of the file in bytes
   * @throws NoSuchFileException if the file is missing
   * @throws DamagedSpillException if the file has another size
   */
  public SpillReader(Path path, long bytes) throws IOException {
    if (!Files.exists(path)) {
      throw new NoSuchFileException(path.toString());
    }
    this.path = path;
    this.file = new RandomAccessFile(path.toFile(), "r");
    this.left = bytes;
    if (file.length() != bytes) {
      file.close();
      throw damaged("%d bytes instead of %d".formatted(Files.size(path), bytes));
    }
  }

  private DamagedSpillException damaged(String why) {
    return new DamagedSpillException(path, why);
  }

  /** Reads the next header, and returns false after the last chunk. */
  public boolean next() throws IOException {
    if (left == 0) {
      return false;
    }
    read(header, 0, header.length);
    if (length() < 0 || length() > left) {
      throw damaged("a chunk has %d bytes, but only %d bytes are left".formatted(length(), left));
    }
    return true;
  }

  /** Returns the size of the chunk's rows. */
  public int length() {
    return Bytes.readInt(header, 0);
  }

  /** Reads the chunk's rows. They have {@link #length} bytes. */
  public void readRows(byte[] target, int offset) throws IOException {
    read(target, offset, length());
    crc.reset();
    crc.update(header, 0, Integer.BYTES);
    crc.update(target, offset, length());
    if (crc.getValue() != Bytes.readLong(header, Integer.BYTES)) {
      throw damaged("a checksum differs");
    }
  }

  private void read(byte[] target, int offset, int length) throws IOException {
    if (length > left) {
      throw damaged("the file ends in the middle of a chunk");
    }
    left -= length;
    for (int done = 0; done < length; ) {
      int count = file.read(target, offset + done, Math.min(STEP_BYTES, length - done));
      if (count < 0) {
        throw damaged("the file became shorter while it was read");
      }
      done += count;
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
