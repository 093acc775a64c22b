package dev.sluice.storage.page;

import dev.sluice.storage.PermanentException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/**
 * A file of this machine. The first read after one that failed opens it again. Not a channel, which
 * an interrupt would close, and which would keep a direct buffer as large as the largest read for
 * each thread.
 */
final class LocalBytes implements SourceBytes {
  private static final int STEP_BYTES = 64 << 10;

  private final Path path;
  private final long length;
  private RandomAccessFile file;
  private boolean failed;

  LocalBytes(Path path) throws IOException {
    this.path = path;
    this.file = new RandomAccessFile(path.toFile(), "r");
    this.length = file.length();
  }

  long length() {
    return length;
  }

  @Override
  public int read(long position, byte[] target, int offset, int count) throws IOException {
    if (failed) {
      reopen();
    }
    failed = true;
    file.seek(position);
    int read = file.read(target, offset, Math.min(STEP_BYTES, count));
    failed = false;
    return read;
  }

  private void reopen() throws IOException {
    file.close();
    file = new RandomAccessFile(path.toFile(), "r");
    if (file.length() != length) {
      throw new PermanentException(
          "%s has changed while it was read: it had %d bytes, now %d"
              .formatted(path, length, file.length()));
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
