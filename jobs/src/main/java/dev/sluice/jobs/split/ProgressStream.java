package dev.sluice.jobs.split;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/** Reports the number of bytes read. */
final class ProgressStream extends FilterInputStream {
  private final LongConsumer progress;

  ProgressStream(InputStream in, LongConsumer progress) {
    super(in);
    this.progress = progress;
  }

  @Override
  public int read() throws IOException {
    int value = super.read();
    progress.accept(value < 0 ? 0 : 1);
    return value;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int read = super.read(target, offset, length);
    progress.accept(Math.max(0, read));
    return read;
  }
}
