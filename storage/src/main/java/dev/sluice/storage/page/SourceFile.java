package dev.sluice.storage.page;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/**
 * A file opened for positional reads. Not a channel, which an interrupt would close, and which
 * would keep a direct buffer as large as the largest read for each thread. Not thread-safe.
 */
public final class SourceFile implements Closeable {
  private static final int STEP_BYTES = 64 << 10;

  private final Path path;
  private final RandomAccessFile file;

  private SourceFile(Path path, RandomAccessFile file) {
    this.path = path;
    this.file = file;
  }

  public static SourceFile open(Path path) throws IOException {
    SourcePath.requireFile(path);
    return new SourceFile(path, new RandomAccessFile(path.toFile(), "r"));
  }

  /** Opens a file that must still have its earlier length. */
  public static SourceFile openUnchanged(Path path, long length) throws IOException {
    SourceFile source = open(path);
    if (source.length() != length) {
      try (source) {
        throw new IOException(
            "%s has changed while it was read: it had %d bytes, now %d"
                .formatted(path, length, source.length()));
      }
    }
    return source;
  }

  long length() throws IOException {
    return file.length();
  }

  /** Reads exactly {@code length} bytes into the start of {@code target}. */
  public void read(long position, byte[] target, int length) throws IOException {
    file.seek(position);
    int done = 0;
    while (done < length) {
      int count = file.read(target, done, Math.min(STEP_BYTES, length - done));
      if (count < 0) {
        throw new EOFException(
            "%s became shorter while it was read: no byte at %d".formatted(path, position + done));
      }
      done += count;
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
