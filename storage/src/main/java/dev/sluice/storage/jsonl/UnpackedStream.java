package dev.sluice.storage.jsonl;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;

/**
 * Uncompressed bytes, up to a plausible expansion factor: a few megabytes that expand to a hundred
 * gigabytes of one byte are not data, and would keep every job busy for minutes.
 */
final class UnpackedStream extends InputStream {
  /**
   * zstd compresses a million copies of one line by a factor of 7,000; gzip's limit is about 1,000.
   */
  private static final long MAX_FACTOR = 10_000;

  private static final long FREE_BYTES = 1L << 30;

  private final InputStream in;
  private final CountedStream packed;
  private long bytes;

  /**
   * @param in decompresses
   * @param packed the compressed bytes that it reads
   */
  UnpackedStream(InputStream in, CountedStream packed) {
    this.in = in;
    this.packed = packed;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int count = in.read(target, offset, length);
    bytes += Math.max(0, count);
    if (bytes > FREE_BYTES && bytes / MAX_FACTOR > packed.count()) {
      throw new ZipException(
          "it unpacks to more than %,d times its size, as no data does".formatted(MAX_FACTOR));
    }
    return count;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
