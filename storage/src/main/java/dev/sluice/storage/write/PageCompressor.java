package dev.sluice.storage.write;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.xerial.snappy.Snappy;

/**
 * Compresses and counts the pages of one writer. Holds no native memory: creating a context for
 * each page has no measurable cost from 64 KiB on, and makes the bytes independent of earlier
 * pages. As the codec factory of a {@code ParquetWriter}, replaces Parquet's own factory, which
 * would need Hadoop's codecs.
 */
public final class PageCompressor implements BytesInputCompressor, CompressionCodecFactory {
  /** The maximum size of a buffer to keep. Larger buffers were needed for a single large row. */
  private static final int MAX_KEPT_BYTES = 4 << 20;

  /** Knows the compressed form of some pages, so that they are not compressed again. */
  @FunctionalInterface
  public interface KnownPages {
    /** No page is known. */
    KnownPages NONE = (page, length) -> Optional.empty();

    /**
     * Returns what a page was compressed to, by the same compression and level.
     *
     * @param page begins with the page
     */
    Optional<ByteBuffer> packed(byte[] page, int length);
  }

  private static final ThreadLocal<Scratch> SCRATCH = ThreadLocal.withInitial(Scratch::new);

  private final ShardCompression compression;
  private final int level;
  private final KnownPages known;
  private long pages;

  public PageCompressor(ShardCompression compression, int level) {
    this(compression, level, KnownPages.NONE);
  }

  public PageCompressor(ShardCompression compression, int level, KnownPages known) {
    this.compression = compression;
    this.level = level;
    this.known = known;
  }

  /** Returns the number of pages compressed so far, including dictionaries. */
  public long pages() {
    return pages;
  }

  /**
   * Compresses a page. The result is valid until the next page is compressed by this thread:
   * Parquet's page writers copy it at once.
   */
  @Override
  public BytesInput compress(BytesInput bytes) throws IOException {
    pages++;
    if (compression == ShardCompression.NONE) {
      return bytes;
    }
    Scratch scratch = SCRATCH.get();
    int length = scratch.fill(bytes);
    Optional<ByteBuffer> before = known.packed(scratch.input, length);
    BytesInput packed =
        before.isPresent() ? BytesInput.from(before.get()) : compress(scratch, length);
    scratch.shrink();
    return packed;
  }

  private BytesInput compress(Scratch scratch, int length) throws IOException {
    return switch (compression) {
      case ZSTD -> zstd(scratch, length);
      case SNAPPY -> snappy(scratch, length);
      default -> gzip(scratch, length);
    };
  }

  private BytesInput zstd(Scratch scratch, int length) throws IOException {
    byte[] out = scratch.output(Zstd.compressBound(length));
    long size = Zstd.compressByteArray(out, 0, out.length, scratch.input, 0, length, level);
    if (Zstd.isError(size)) {
      throw new IOException("zstd cannot compress a page: " + Zstd.getErrorName(size));
    }
    return BytesInput.from(out, 0, (int) size);
  }

  private static BytesInput snappy(Scratch scratch, int length) throws IOException {
    byte[] out = scratch.output(Snappy.maxCompressedLength(length));
    int size = Snappy.compress(scratch.input, 0, length, out, 0);
    return BytesInput.from(out, 0, size);
  }

  private BytesInput gzip(Scratch scratch, int length) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream(length / 2 + 64);
    try (OutputStream zip = new LevelGzip(out, level)) {
      zip.write(scratch.input, 0, length);
    }
    return BytesInput.from(out);
  }

  @Override
  public CompressionCodecName getCodecName() {
    return compression.codec();
  }

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codec) {
    if (codec != compression.codec()) {
      throw new IllegalArgumentException("codec %s must be %s".formatted(codec, compression));
    }
    return this;
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
    throw new UnsupportedOperationException("this class only compresses");
  }

  @Override
  public void release() {}

  /** Allows setting the level, which the JDK's stream hides. */
  private static final class LevelGzip extends GZIPOutputStream {
    LevelGzip(OutputStream out, int level) throws IOException {
      super(out, 8 << 10);
      def.setLevel(level);
    }
  }

  /** One thread's buffers for an uncompressed page and its compressed form. */
  private static final class Scratch extends OutputStream {
    private byte[] input = new byte[0];
    private byte[] output = new byte[0];
    private int filled;

    int fill(BytesInput bytes) throws IOException {
      int length = Math.toIntExact(bytes.size());
      if (input.length < length) {
        input = new byte[length];
      }
      filled = 0;
      bytes.writeAllTo(this);
      return filled;
    }

    byte[] output(long bound) {
      int length = Math.toIntExact(bound);
      if (output.length < length) {
        output = new byte[length];
      }
      return output;
    }

    void shrink() {
      if (input.length > MAX_KEPT_BYTES) {
        input = new byte[0];
      }
      if (output.length > MAX_KEPT_BYTES) {
        output = new byte[0];
      }
    }

    @Override
    public void write(int value) {
      input[filled++] = (byte) value;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      System.arraycopy(bytes, offset, input, filled, length);
      filled += length;
    }
  }
}
