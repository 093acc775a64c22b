package dev.sluice.storage.json;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdIOException;
import dev.sluice.storage.page.SourceFormatException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.zip.ZipException;

/**
 * Uncompressed bytes, up to a plausible expansion factor: a few megabytes that expand to a hundred
 * gigabytes of one byte are not data, and would keep every job busy for minutes. Blames the file
 * for what a decompressor rejects; any other error may be the disk's.
 */
final class UnpackedStream extends InputStream {
  /**
   * zstd compresses a million copies of one line by a factor of 7,000; gzip's limit is about 1,000.
   */
  private static final long MAX_FACTOR = 10_000;

  private static final long FREE_BYTES = 1L << 30;

  private final Path file;
  private final InputStream in;
  private final CountedStream packed;
  private long bytes;

  /**
   * @param in decompresses
   * @param packed the compressed bytes that it reads
   */
  UnpackedStream(Path file, InputStream in, CountedStream packed) {
    this.file = file;
    this.in = in;
    this.packed = packed;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    int count;
    try {
      count = in.read(target, offset, length);
    } catch (ZipException | EOFException | ZstdIOException e) {
      throw broken(reason(e));
    }
    bytes += Math.max(0, count);
    if (bytes > FREE_BYTES && bytes / MAX_FACTOR > packed.count()) {
      throw broken("it unpacks to more than %,d times its size".formatted(MAX_FACTOR));
    }
    return count;
  }

  private SourceFormatException broken(String reason) {
    return new SourceFormatException(
        file, "cannot be decompressed from byte %d of its text on: %s".formatted(bytes, reason));
  }

  /** What is wrong with compressed data. */
  static String reason(IOException broken) {
    if (broken instanceof ZstdIOException zstd) {
      if (zstd.getErrorCode() == Zstd.errFrameParameterWindowTooLarge()) {
        return "it needs a window of more than 128 MiB: compress it again with zstd, without"
            + " --long, or with at most --long=27";
      }
      return zstd.getMessage().startsWith("Truncated") ? "it is cut off" : zstd.getMessage();
    }
    return broken instanceof EOFException ? "it is cut off" : broken.getMessage();
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
