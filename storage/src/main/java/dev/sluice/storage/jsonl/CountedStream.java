package dev.sluice.storage.jsonl;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts the bytes read. */
final class CountedStream extends FilterInputStream {
  private long count;

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

  long count() {
    return count;
  }
}
