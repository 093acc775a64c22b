package dev.sluice.objects.s3;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A body that must be as long as its head has announced. Not thread-safe. */
final class WholeBody extends FilterInputStream {
  private final long length;
  private long seen;

  WholeBody(InputStream body, long length) {
    super(body);
    this.length = length;
  }

  @Override
  public int read() throws IOException {
    int next = in.read();
    count(next < 0 ? -1 : 1);
    return next;
  }

  @Override
  public int read(byte[] target, int offset, int most) throws IOException {
    int count = in.read(target, offset, most);
    count(count);
    return count;
  }

  @Override
  public long skip(long most) throws IOException {
    long count = in.skip(most);
    seen += count;
    return count;
  }

  @Override
  public boolean markSupported() {
    return false;
  }

  private void count(int more) throws EOFException {
    if (more >= 0) {
      seen += more;
    } else if (seen < length) {
      throw new EOFException("the answer ends after %,d of %,d bytes".formatted(seen, length));
    }
  }
}
