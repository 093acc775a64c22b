package dev.sluice.storage.page;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/**
 * A file of this machine. Not a channel, which an interrupt would close, and which would keep a
 * direct buffer as large as the largest read for each thread.
 */
final class LocalBytes implements SourceBytes {
  private static final int STEP_BYTES = 64 << 10;

  private final RandomAccessFile file;

  LocalBytes(Path path) throws IOException {
    this.file = new RandomAccessFile(path.toFile(), "r");
  }

  long length() throws IOException {
    return file.length();
  }

  @Override
  public int read(long position, byte[] target, int offset, int length) throws IOException {
    file.seek(position);
    return file.read(target, offset, Math.min(STEP_BYTES, length));
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
