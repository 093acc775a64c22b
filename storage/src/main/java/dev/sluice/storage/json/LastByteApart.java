package dev.sluice.storage.json;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Hands out the last byte of a stream in a read of its own. zstd-jni remembers whether a frame is
 * complete from one read to the next, and forgets it where a frame ends amid the bytes of a read:
 * of frames that follow each other, it does not notice that the last one is cut off. Since no frame
 * is complete without its last byte, it does if that byte comes alone.
 */
final class LastByteApart extends FilterInputStream {
  private static final int NONE = -1;

  private int held = NONE;
  private boolean begun;

  LastByteApart(InputStream in) {
    super(in);
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (!begun) {
      begun = true;
      held = in.read();
    }
    if (held == NONE || length == 0) {
      return held == NONE ? -1 : 0;
    }
    target[offset] = (byte) held;
    int count = length == 1 ? 0 : in.read(target, offset + 1, length - 1);
    held = count > 0 ? target[offset + count] & 0xFF : length == 1 ? in.read() : NONE;
    return Math.max(1, count);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }
}
