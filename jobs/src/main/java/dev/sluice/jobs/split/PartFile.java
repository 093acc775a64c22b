package dev.sluice.jobs.split;

import java.io.Closeable;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file for a part: complete and durable, or deleted. Not thread-safe. */
final class PartFile implements Closeable {
  private final Path path;
  private final FileOutputStream out;
  private long bytes;
  private boolean complete;

  /** Creates the file, which must not exist. */
  PartFile(Path path) throws IOException {
    if (Files.exists(path)) {
      throw new FileAlreadyExistsException(path.toString());
    }
    this.path = path;
    this.out = new FileOutputStream(path.toFile());
  }

  void write(byte[] buffer, int offset, int length) throws IOException {
    out.write(buffer, offset, length);
    bytes += length;
  }

  /** Writes to the file; closing this stream does nothing. */
  OutputStream stream() {
    return new OutputStream() {
      @Override
      public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
      }

      @Override
      public void write(byte[] buffer, int offset, int length) throws IOException {
        PartFile.this.write(buffer, offset, length);
      }
    };
  }

  /** Takes back everything behind a number of bytes. */
  void truncate(long length) throws IOException {
    out.getChannel().truncate(length);
    bytes = length;
  }

  /** Number of bytes written. */
  long bytes() {
    return bytes;
  }

  /** Flushes the file to disk; otherwise closing deletes it. */
  void complete() throws IOException {
    out.getFD().sync();
    complete = true;
  }

  @Override
  public void close() throws IOException {
    out.close();
    if (!complete) {
      Files.deleteIfExists(path);
    }
  }
}
