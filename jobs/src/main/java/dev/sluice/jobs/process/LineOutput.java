package dev.sluice.jobs.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.luben.zstd.Zstd;
import dev.sluice.jobs.documents.ByteRows;
import dev.sluice.storage.jsonl.JsonShape;
import dev.sluice.storage.jsonl.StreamCompression;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.zip.GZIPOutputStream;

/**
 * A JSON file in the shape and compression of its input. Each group of pieces is a gzip member or
 * zstd frame, so earlier content never changes.
 */
final class LineOutput implements FileOutput {
  private final FileChannel channel;
  private final JsonShape shape;
  private final StreamCompression packing;
  private final int level;
  private long rows;
  private long submitted;
  private long bytes;

  /**
   * Opens a file, which may exist from an earlier invocation.
   *
   * @param level of zstd
   */
  LineOutput(Path file, JsonShape shape, StreamCompression packing, int level) throws IOException {
    this.channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    this.shape = shape;
    this.packing = packing;
    this.level = level;
  }

  @Override
  public boolean continueAt(Position position) throws IOException {
    if (channel.size() < position.outputBytes()) {
      return false;
    }
    begin(position.outputRows(), position.outputBytes());
    return true;
  }

  @Override
  public void startOver() throws IOException {
    begin(0, 0);
  }

  private void begin(long rowsBefore, long bytesBefore) throws IOException {
    channel.truncate(bytesBefore);
    channel.position(bytesBefore);
    rows = rowsBefore;
    submitted = rowsBefore;
    bytes = bytesBefore;
  }

  @Override
  public Callable<Packed> packing(List<ByteRows> added) {
    long before = submitted;
    long count = added.stream().mapToLong(ByteRows::size).sum();
    submitted += count;
    return () -> {
      byte[] packed = count == 0 ? new byte[0] : pack(joined(added, before));
      return () -> {
        write(packed);
        rows += count;
      };
    };
  }

  private byte[] joined(List<ByteRows> added, long before) {
    boolean array = shape == JsonShape.ARRAY;
    ByteRows joined =
        new ByteRows(added.stream().mapToInt(one -> one.length() + 2 * one.size()).sum() + 2);
    long row = before;
    for (ByteRows piece : added) {
      for (int i = 0; i < piece.size(); i++) {
        if (array) {
          joined.append(row == 0 ? '[' : ',');
          joined.append('\n');
        }
        joined.append(piece.bytes(), piece.offset(i), piece.length(i));
        if (!array) {
          joined.append('\n');
        }
        row++;
      }
    }
    joined.endRow();
    return Arrays.copyOf(joined.bytes(), joined.length());
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

  private void write(byte[] packed) throws IOException {
    ByteBuffer left = ByteBuffer.wrap(packed);
    while (left.hasRemaining()) {
      channel.write(left);
    }
    bytes += packed.length;
  }

  @Override
  public long rows() {
    return rows;
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public void beforeNote() throws IOException {
    channel.force(true);
  }

  @Override
  public void afterNote() {}

  /** Ends an array; a compressed file gets at least one member or frame. */
  @Override
  public void complete() throws IOException {
    String end = shape != JsonShape.ARRAY ? "" : rows == 0 ? "[]\n" : "\n]\n";
    if (!end.isEmpty() || bytes == 0 && packing != StreamCompression.NONE) {
      write(pack(end.getBytes(UTF_8)));
    }
    channel.force(true);
    channel.close();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
