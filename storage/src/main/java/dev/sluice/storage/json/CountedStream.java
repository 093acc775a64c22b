package dev.sluice.storage.json;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts the bytes read or skipped. */
final class CountedStream extends FilterInputStream {
  private long count;

  /** Counts the bytes of a stream, which is closed with the counter. */
  CountedStream(InputStream in) {
    super(in);
  }

  @Override
  public int read() throws IOException {
    int value = super.read();
    count += value < 0 ? 0 : 1;
    return value;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int read = super.read(target, offset, length);
    count += Math.max(0, read);
    return read;
  }

  @Override
  public long skip(long bytes) throws IOException {
    long skipped = super.skip(bytes);
    count += skipped;
    return skipped;
  }

  /** The number of bytes so far. */
  long count() {
    return count;
  }
}
