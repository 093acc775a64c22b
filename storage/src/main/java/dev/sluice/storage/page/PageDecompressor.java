package dev.sluice.storage.page;

import com.github.luben.zstd.ZstdDecompressCtx;
import dev.sluice.storage.page.ColumnChunkSpan.SourceCodec;
import io.airlift.compress.lz4.Lz4Decompressor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;
import org.apache.parquet.io.ParquetDecodingException;
import org.xerial.snappy.Snappy;

/**
 * Decompresses pages of any codec. Holds native memory for zstd until closed. Not thread-safe.
 *
 * <p>Never writes more than the expected size, whatever the data declares; a page of a different
 * size is broken.
 */
public final class PageDecompressor implements AutoCloseable {
  private static final int GZIP_BUFFER_BYTES = 64 << 10;
  private static final int HADOOP_HEADER_BYTES = 8;

  private final ZstdDecompressCtx zstd = new ZstdDecompressCtx();
  private final Lz4Decompressor lz4 = new Lz4Decompressor();

  /**
   * Decompresses {@code length} bytes of {@code in} to exactly {@code expected} bytes at the start
   * of {@code out}.
   *
   * @throws ParquetDecodingException if the data does not have that size, or is broken
   */
  void decompress(SourceCodec codec, byte[] in, int from, int length, byte[] out, int expected) {
    int written;
    try {
      written =
          switch (codec) {
            case UNCOMPRESSED -> copy(in, from, length, out, expected);
            case SNAPPY -> snappy(in, from, length, out, expected);
            case ZSTD -> zstd.decompressByteArray(out, 0, expected, in, from, length);
            case GZIP -> gzip(in, from, length, out, expected);
            case LZ4_RAW -> lz4.decompress(in, from, length, out, 0, expected);
            case LZ4 -> hadoopLz4(in, from, length, out, expected);
          };
    } catch (IOException | RuntimeException e) {
      throw new ParquetDecodingException(
          "cannot decompress a page of %d bytes with %s".formatted(length, codec), e);
    }
    if (written != expected) {
      throw new ParquetDecodingException(
          "a page expands to %d bytes instead of the declared %d".formatted(written, expected));
    }
  }

  private static int copy(byte[] in, int from, int length, byte[] out, int expected) {
    System.arraycopy(in, from, out, 0, Math.min(length, expected));
    return length;
  }

  /**
   * Decompresses Snappy. The native code trusts the length in the page, so this length is checked
   * first.
   */
  private static int snappy(byte[] in, int from, int length, byte[] out, int expected)
      throws IOException {
    int declared = Snappy.uncompressedLength(in, from, length);
    return declared == expected ? Snappy.uncompress(in, from, length, out, 0) : declared;
  }

  private static int gzip(byte[] in, int from, int length, byte[] out, int expected)
      throws IOException {
    try (GZIPInputStream unzip =
        new GZIPInputStream(new ByteArrayInputStream(in, from, length), GZIP_BUFFER_BYTES)) {
      int written = unzip.readNBytes(out, 0, expected);
      return unzip.read() < 0 ? written : written + 1;
    }
  }

  /**
   * Decompresses the deprecated LZ4 codec: frames of two big-endian lengths and a block, as Hadoop
   * writes them, or a bare block, which some other writers stored under the same name.
   */
  private int hadoopLz4(byte[] in, int from, int length, byte[] out, int expected) {
    int end = from + length;
    int read = from;
    int written = 0;
    while (end - read >= HADOOP_HEADER_BYTES) {
      int unpacked = bigEndian(in, read);
      int packed = bigEndian(in, read + 4);
      read += HADOOP_HEADER_BYTES;
      boolean fits = packed >= 0 && packed <= end - read;
      if (!fits || unpacked < 0 || unpacked > expected - written) {
        return lz4.decompress(in, from, length, out, 0, expected);
      }
      written += lz4.decompress(in, read, packed, out, written, unpacked);
      read += packed;
    }
    return read == end ? written : lz4.decompress(in, from, length, out, 0, expected);
  }

  private static int bigEndian(byte[] in, int at) {
    return in[at] << 24 | (in[at + 1] & 0xFF) << 16 | (in[at + 2] & 0xFF) << 8 | in[at + 3] & 0xFF;
  }

  @Override
  public void close() {
    zstd.close();
  }
}
