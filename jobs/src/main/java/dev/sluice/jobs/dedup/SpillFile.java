package dev.sluice.jobs.dedup;

import dev.sluice.storage.write.ShardStream;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * A temporary file of blocks, each with its length and CRC-32C in four bytes before it. Does not
 * flush to disk: reading detects what a power failure has lost.
 *
 * @param path of the file
 * @param bytes size of the blocks that count; what follows is left over from a killed process
 */
record SpillFile(Path path, long bytes) {
  private static final int HEADER_BYTES = 2 * Integer.BYTES;
  private static final int BUFFER_BYTES = 1 << 15;

  private DamagedSpillException damaged(String why) {
    return new DamagedSpillException(path, why);
  }

  private void requireBytes() throws IOException {
    if (!Files.exists(path)) {
      throw damaged("it is missing");
    }
    if (Files.size(path) < bytes) {
      throw damaged("only %d of %d bytes".formatted(Files.size(path), bytes));
    }
  }

  private static int sum(byte[] block, int length) {
    CRC32C crc = new CRC32C();
    crc.update(block, 0, length);
    crc.update(length);
    return (int) crc.getValue();
  }

  /** Appends blocks. Used by one thread. */
  static final class Writer implements Closeable {
    private final Path path;
    private final ShardStream out;

    /**
     * @throws DamagedSpillException if the file is shorter than its known content
     */
    Writer(SpillFile file) throws IOException {
      if (file.bytes > 0) {
        file.requireBytes();
      }
      this.path = file.path;
      this.out = ShardStream.continued(path, file.bytes);
    }

    void append(byte[] block, int length) throws IOException {
      ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
      header.putInt(length).putInt(sum(block, length));
      out.write(header.array(), 0, HEADER_BYTES);
      out.write(block, 0, length);
    }

    /** The file with all blocks so far, which the operating system has. */
    SpillFile written() throws IOException {
      out.flush();
      return new SpillFile(path, out.getPos());
    }

    @Override
    public void close() throws IOException {
      out.release();
    }
  }

  /** Reads blocks. Not thread-safe. */
  static final class Reader implements Closeable {
    private final SpillFile file;
    private final DataInputStream in;
    private long left;

    /**
     * @throws DamagedSpillException if the file is missing or too short
     */
    Reader(SpillFile file) throws IOException {
      file.requireBytes();
      this.file = file;
      this.left = file.bytes;
      this.in =
          new DataInputStream(
              new BufferedInputStream(Files.newInputStream(file.path), BUFFER_BYTES));
    }

    /**
     * The next block; empty after the last.
     *
     * @throws DamagedSpillException if it is not what was written
     */
    Optional<ByteBuffer> next() throws IOException {
      if (left == 0) {
        return Optional.empty();
      }
      try {
        int length = in.readInt();
        int sum = in.readInt();
        left -= HEADER_BYTES;
        if (length < 0 || length > left) {
          throw file.damaged("no block begins %d bytes before its end".formatted(left));
        }
        byte[] block = new byte[length];
        in.readFully(block);
        left -= length;
        if (sum(block, length) != sum) {
          throw file.damaged("a checksum differs %d bytes before its end".formatted(left));
        }
        return Optional.of(ByteBuffer.wrap(block));
      } catch (EOFException e) {
        throw file.damaged("it became shorter while it was read");
      }
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
