package dev.sluice.jobs.split;

import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import dev.sluice.storage.jsonl.StreamCompression;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;

/** A part of packed lines that is being written; knows how large it is. Not thread-safe. */
final class PackedPart implements Closeable {
  private static final int LEVEL = 3;
  private static final int BUFFER_BYTES = 64 << 10;

  /** What packing may add to bytes that cannot be packed: a thousandth, and frames. */
  private static final int GROWTH = 1_000;

  private static final int FRAME_BYTES = 1 << 10;

  private final PartFile file;
  private final OutputStream packed;
  private final long targetBytes;
  private long pending;

  PackedPart(StreamCompression packing, Path target, long targetBytes) throws IOException {
    this.targetBytes = targetBytes;
    this.file = new PartFile(target);
    try {
      this.packed = packed(packing, file.stream());
    } catch (IOException e) {
      file.close();
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

  /** Whether so many bytes more fit for certain. */
  boolean hasRoom(int bytes) throws IOException {
    if (fits(bytes)) {
      return true;
    }
    packed.flush();
    pending = 0;
    return fits(bytes);
  }

  private boolean fits(int bytes) {
    long more = pending + bytes;
    return file.bytes() + more + more / GROWTH + FRAME_BYTES <= targetBytes;
  }

  void write(byte[] buffer, int offset, int length) throws IOException {
    packed.write(buffer, offset, length);
    pending += length;
  }

  /** Ends it and brings it to the disk; says how large it is. */
  long complete() throws IOException {
    packed.close();
    file.complete();
    return file.bytes();
  }

  @Override
  public void close() throws IOException {
    try (file) {
      packed.close();
    }
  }
}
