package dev.sluice.storage.page;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * Reads a file from its beginning to its end. After an I/O error, opens the file again and
 * continues at the same position, so that earlier bytes need not be processed again. Not
 * thread-safe.
 */
final class RetriedStream extends InputStream {
  private final Opening opening;
  private final IoRetry retry;
  private Optional<InputStream> open = Optional.empty();
  private long position;

  /** Opens the file at its beginning. */
  @FunctionalInterface
  interface Opening {
    InputStream open() throws IOException;
  }

  /** Advances in the open file and returns by how many bytes. */
  @FunctionalInterface
  private interface Step {
    long on(InputStream file) throws IOException;
  }

  RetriedStream(Opening opening, IoRetry retry) throws IOException {
    this.opening = opening;
    this.retry = retry;
    step(file -> 0);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    return (int) step(file -> file.read(target, offset, length));
  }

  @Override
  public long skip(long count) throws IOException {
    return step(file -> file.skip(count));
  }

  private long step(Step step) throws IOException {
    return retry.read(() -> attempt(step));
  }

  private long attempt(Step step) throws IOException {
    try {
      long count = step.on(opened());
      position += Math.max(0, count);
      return count;
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  private InputStream opened() throws IOException {
    if (open.isEmpty()) {
      open = Optional.of(opening.open());
      open.get().skipNBytes(position);
    }
    return open.get();
  }

  @Override
  public void close() throws IOException {
    if (open.isPresent()) {
      InputStream closing = open.get();
      open = Optional.empty();
      closing.close();
    }
  }
}
