package dev.sluice.jobs.split;

import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import dev.sluice.storage.json.StreamCompression;
import dev.sluice.storage.write.ShardStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** A part of JSON, compressed or not: complete and durable, or deleted. Not thread-safe. */
final class JsonPart implements Closeable {
  private static final int LEVEL = 3;
  private static final int BUFFER_BYTES = 64 << 10;

  /** Compression may enlarge incompressible data by one in this many bytes, plus frames. */
  private static final int GROWTH = 1_000;

  private static final int FRAME_BYTES = 1 << 10;

  private final ShardStream file;
  private final OutputStream packed;
  private final long targetBytes;
  private final boolean isPlain;
  private long pending;
  private boolean complete;

  /**
   * @param isPlain whether rows are written as they are, so that their size is known
   */
  JsonPart(StreamCompression packing, Path target, long targetBytes, boolean isPlain)
      throws IOException {
    this.targetBytes = targetBytes;
    this.isPlain = isPlain;
    this.file = ShardStream.unhashed(target);
    try {
      this.packed = packed(packing, file);
    } catch (IOException e) {
      file.delete();
      throw e;
    }
  }

  private static OutputStream packed(StreamCompression packing, OutputStream file)
      throws IOException {
    return switch (packing) {
      case NONE -> file;
      case GZIP -> new GZIPOutputStream(file, BUFFER_BYTES, true);
      case ZSTD -> new ZstdOutputStreamNoFinalizer(file, LEVEL).setChecksum(true);
    };
  }

  /** Whether this many more bytes are certain to fit. */
  boolean hasRoom(int bytes) throws IOException {
    if (isPlain) {
      return file.getPos() + bytes <= targetBytes;
    }
    if (fits(bytes)) {
      return true;
    }
    packed.flush();
    pending = 0;
    return fits(bytes);
  }

  private boolean fits(int bytes) {
    long more = pending + bytes;
    return file.getPos() + more + more / GROWTH + FRAME_BYTES <= targetBytes;
  }

  void write(byte[] buffer, int offset, int length) throws IOException {
    packed.write(buffer, offset, length);
    pending += length;
  }

  /** Ends the part, flushes it to disk and returns its size. */
  long complete() throws IOException {
    packed.close();
    file.sync();
    complete = true;
    return file.getPos();
  }

  @Override
  public void close() throws IOException {
    try {
      packed.close();
    } finally {
      if (!complete) {
        file.delete();
      }
    }
  }
}
