package dev.sluice.jobs.split;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import dev.sluice.storage.json.StreamCompression;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.write.ShardStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.function.LongConsumer;
import java.util.zip.GZIPOutputStream;

/**
 * Splits JSON between rows, with the compression of the input. Copies the bytes of lines or
 * objects, but not the bytes between objects. Parts of an array are arrays, and parts of
 * concatenated objects are concatenated objects. Memory: twice the largest row. Not thread-safe.
 */
final class JsonCutter implements Cutter {
  private static final int BETWEEN_BYTES = 8;

  private final TextFile file;
  private final SplitPlan.Source plan;
  private final long targetBytes;
  private final JsonRows rows;
  private final Frame frame;

  /** The characters around and between objects. */
  private record Frame(String open, String between, String close) {
    static Frame of(JsonRows rows) {
      return switch (rows.shape()) {
        case LINES -> new Frame("", "", "");
        case ARRAY -> new Frame("[\n", ",\n", "\n]\n");
        case OBJECTS -> new Frame("", "\n", "\n");
      };
    }

    int bytes() {
      return close.isEmpty() ? 0 : BETWEEN_BYTES;
    }
  }

  /** Opens a file at the position where the previous part ends. */
  JsonCutter(
      TextFile file, SplitPlan.Source plan, long targetBytes, Position start, LongConsumer progress)
      throws IOException {
    this.file = file;
    this.plan = plan;
    this.targetBytes = targetBytes;
    this.rows = JsonRows.open(file, start, progress);
    this.frame = Frame.of(rows);
  }

  @Override
  public Part next(int number, Path target) throws IOException {
    StreamCompression packing = StreamCompression.of(file.name());
    try (JsonPart part = new JsonPart(packing, target, targetBytes, rows.isPlain())) {
      long most = plan.idealEnd(number, allBytes());
      long mostRows = plan.mostRows(number, rows.position().row());
      long count = 0;
      write(frame.open, part);
      while (rows.hasRow() && (count == 0 || count < mostRows && fits(most, part))) {
        write(count == 0 ? "" : frame.between, part);
        part.write(rows.buffer(), rows.offset(), rows.length());
        rows.advance();
        count++;
      }
      write(frame.close, part);
      if (!rows.hasRow() && rows.isPlain()) {
        FileSplitter.requireUnchanged(file, rows.position().unit());
      }
      return new Part(count, part.complete(), rows.position(), !rows.hasRow());
    }
  }

  /** Returns the bytes of all rows, if they are known. */
  private long allBytes() {
    if (plan.unpackedBytes() != SplitPlan.UNKNOWN) {
      return plan.unpackedBytes();
    }
    return rows.isPlain() ? file.bytes() : SplitPlan.UNKNOWN;
  }

  private boolean fits(long most, JsonPart part) throws IOException {
    return rows.position().unit() + rows.length() <= most
        && part.hasRoom(rows.length() + frame.bytes());
  }

  private static void write(String text, JsonPart part) throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    part.write(bytes, 0, bytes.length);
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }

  /**
   * A part of JSON, compressed or not. When closed, the part is either complete and durable, or
   * deleted. Not thread-safe.
   */
  static final class JsonPart implements Closeable {
    private static final int LEVEL = 3;
    private static final int BUFFER_BYTES = 64 << 10;

    /**
     * Compression can enlarge incompressible data by one byte in this many, plus the size of
     * frames.
     */
    private static final int GROWTH = 1_000;

    private static final int FRAME_BYTES = 1 << 10;

    private final ShardStream file;
    private final OutputStream packed;
    private final long targetBytes;
    private final boolean isPlain;
    private long pending;
    private boolean complete;

    /**
     * @param isPlain whether rows are written without compression, so that their size is known
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

    /** Returns whether this many further bytes are certain to fit. */
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
}
