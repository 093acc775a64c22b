package dev.sluice.storage.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.luben.zstd.Zstd;
import dev.sluice.storage.rows.ByteRows;
import dev.sluice.storage.rows.RowSink;
import dev.sluice.storage.write.ShardStream;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.zip.GZIPOutputStream;

/**
 * Writes a file of lines, or a JSON file of another shape. In a compressed file, each group of rows
 * is a gzip member or zstd frame, so earlier content never changes, and the file can be continued
 * at the end of any group.
 */
public final class LineSink implements RowSink {
  private static final byte[] FEED = {'\n'};
  private static final byte[] OPEN = {'[', '\n'};
  private static final byte[] COMMA = {',', '\n'};

  private final Path file;
  private final ShardStream stream;
  private final JsonShape shape;
  private final StreamCompression packing;
  private final int level;
  private long rows;
  private long submitted;

  /**
   * Creates a sink for a file. The file may exist from an earlier invocation; see {@link
   * #continueAt}.
   *
   * @param level the level of zstd
   */
  public LineSink(Path file, JsonShape shape, StreamCompression packing, int level) {
    this.file = file;
    this.stream = ShardStream.unhashed(file);
    this.shape = shape;
    this.packing = packing;
    this.level = level;
  }

  /** Creates a sink for a file of lines that is not compressed. */
  public static LineSink plain(Path file) {
    return new LineSink(file, JsonShape.LINES, StreamCompression.NONE, 0);
  }

  @Override
  public boolean continueAt(long rowsBefore, long bytesBefore) throws IOException {
    if (bytesBefore > 0 && (!Files.exists(file) || Files.size(file) < bytesBefore)) {
      return false;
    }
    stream.truncate(bytesBefore);
    rows = rowsBefore;
    submitted = rowsBefore;
    return true;
  }

  /**
   * Appends a row unchanged.
   *
   * @throws IllegalStateException if the file is compressed
   */
  public void write(byte[] row, int offset, int length) throws IOException {
    if (packing != StreamCompression.NONE) {
      throw new IllegalStateException(
          "a row for a compressed file must be compressed first: " + file);
    }
    put(row, offset, length, submitted++, stream);
    rows++;
  }

  private void put(byte[] row, int offset, int length, long number, OutputStream out)
      throws IOException {
    if (shape == JsonShape.ARRAY) {
      out.write(number == 0 ? OPEN : COMMA);
    }
    out.write(row, offset, length);
    if (shape != JsonShape.ARRAY) {
      out.write(FEED);
    }
  }

  @Override
  public Callable<Packed> packing(List<ByteRows> added) {
    long before = submitted;
    long count = added.stream().mapToLong(ByteRows::size).sum();
    submitted += count;
    if (packing == StreamCompression.NONE) {
      return () ->
          () -> {
            put(added, before, stream);
            rows += count;
          };
    }
    return () -> {
      byte[] packed = count == 0 ? new byte[0] : pack(joined(added, before));
      return () -> {
        stream.write(packed);
        rows += count;
      };
    };
  }

  private void put(List<ByteRows> added, long before, OutputStream out) throws IOException {
    long row = before;
    for (ByteRows piece : added) {
      for (int i = 0; i < piece.size(); i++) {
        put(piece.bytes(), piece.offset(i), piece.length(i), row++, out);
      }
    }
  }

  private byte[] joined(List<ByteRows> added, long before) throws IOException {
    ByteArrayOutputStream joined =
        new ByteArrayOutputStream(
            added.stream().mapToInt(one -> one.length() + 2 * one.size()).sum());
    put(added, before, joined);
    return joined.toByteArray();
  }

  private byte[] pack(byte[] plain) throws IOException {
    return switch (packing) {
      case NONE -> plain;
      case ZSTD -> Zstd.compress(plain, level);
      case GZIP -> gzip(plain);
    };
  }

  private static byte[] gzip(byte[] plain) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream(plain.length / 3 + 64);
    try (GZIPOutputStream gzip = new GZIPOutputStream(out, 1 << 16)) {
      gzip.write(plain);
    }
    return out.toByteArray();
  }

  @Override
  public long rows() {
    return rows;
  }

  @Override
  public long bytes() {
    return stream.getPos();
  }

  /**
   * Passes all buffered bytes to the operating system. Syncing the returned descriptor, in any
   * thread, flushes them to disk; meanwhile rows may be added, but the file must not be completed.
   */
  public FileDescriptor flush() throws IOException {
    return stream.flushed();
  }

  @Override
  public void sync() throws IOException {
    stream.sync();
  }

  /** Does nothing. The file itself suffices to continue. */
  @Override
  public void checkpoint() {}

  /** Ends an array. A compressed file gets at least one member or frame. */
  @Override
  public void complete() throws IOException {
    String end = shape != JsonShape.ARRAY ? "" : rows == 0 ? "[]\n" : "\n]\n";
    if (!end.isEmpty() || bytes() == 0 && packing != StreamCompression.NONE) {
      stream.write(pack(end.getBytes(UTF_8)));
    }
    stream.sync();
  }

  @Override
  public void close() throws IOException {
    stream.release();
  }
}
