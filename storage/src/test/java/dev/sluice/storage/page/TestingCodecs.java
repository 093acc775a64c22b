package dev.sluice.storage.page;

import com.github.luben.zstd.Zstd;
import dev.sluice.storage.page.ColumnChunkSpan.SourceCodec;
import io.airlift.compress.lz4.Lz4Compressor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.xerial.snappy.Snappy;

/** Packs pages in every codec that sources may have, so that files of each can be made. */
public final class TestingCodecs implements CompressionCodecFactory {
  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codec) {
    return new BytesInputCompressor() {
      @Override
      public BytesInput compress(BytesInput bytes) throws IOException {
        return BytesInput.from(pack(codec, all(bytes)));
      }

      @Override
      public CompressionCodecName getCodecName() {
        return codec;
      }

      @Override
      public void release() {}
    };
  }

  private static byte[] all(BytesInput bytes) throws IOException {
    ByteArrayOutputStream page = new ByteArrayOutputStream();
    bytes.writeAllTo(page);
    return page.toByteArray();
  }

  private static byte[] pack(CompressionCodecName codec, byte[] page) throws IOException {
    return switch (codec) {
      case UNCOMPRESSED -> page;
      case SNAPPY -> Snappy.compress(page);
      case ZSTD -> Zstd.compress(page);
      case GZIP -> gzip(page);
      case LZ4_RAW -> lz4(page);
      case LZ4 -> hadoopLz4(page);
      default -> throw new IOException("no codec " + codec);
    };
  }

  private static byte[] gzip(byte[] page) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
      zip.write(page);
    }
    return out.toByteArray();
  }

  private static byte[] lz4(byte[] page) {
    Lz4Compressor compressor = new Lz4Compressor();
    byte[] out = new byte[compressor.maxCompressedLength(page.length)];
    return Arrays.copyOf(out, compressor.compress(page, 0, page.length, out, 0, out.length));
  }

  /** Two frames, as Hadoop writes them for pages above its buffer. */
  private static byte[] hadoopLz4(byte[] page) {
    int half = page.length / 2;
    byte[] first = lz4(Arrays.copyOfRange(page, 0, half));
    byte[] second = lz4(Arrays.copyOfRange(page, half, page.length));
    return ByteBuffer.allocate(16 + first.length + second.length)
        .putInt(half)
        .putInt(first.length)
        .put(first)
        .putInt(page.length - half)
        .putInt(second.length)
        .put(second)
        .array();
  }

  /** Unpacks as the code under test does, for Parquet's own reader. */
  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
    SourceCodec known = SourceCodec.valueOf(codec.name());
    return new BytesInputDecompressor() {
      @Override
      public BytesInput decompress(BytesInput bytes, int size) throws IOException {
        byte[] in = all(bytes);
        byte[] out = new byte[size];
        try (PageDecompressor decompressor = new PageDecompressor()) {
          decompressor.decompress(known, in, 0, in.length, out, size);
        }
        return BytesInput.from(out);
      }

      @Override
      public void decompress(ByteBuffer in, int packed, ByteBuffer out, int size) {
        throw new UnsupportedOperationException("direct buffers are not used");
      }

      @Override
      public void release() {}
    };
  }

  @Override
  public void release() {}
}
