package dev.sluice.jobs.text;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Compresses pages with Zstandard only. Replaces Parquet's own factory, which would need Hadoop's
 * codecs. Holds no resources.
 */
public final class ZstdPages implements CompressionCodecFactory, BytesInputCompressor {
  private static final int LEVEL = 3;

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codecName) {
    if (codecName != CompressionCodecName.ZSTD) {
      throw new IllegalArgumentException(codecName + ": only ZSTD is written here");
    }
    return this;
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codecName) {
    throw new UnsupportedOperationException("nothing is read here");
  }

  @Override
  public BytesInput compress(BytesInput bytes) throws IOException {
    ByteArrayOutputStream page = new ByteArrayOutputStream(Math.toIntExact(bytes.size()));
    bytes.writeAllTo(page);
    return BytesInput.from(Zstd.compress(page.toByteArray(), LEVEL));
  }

  @Override
  public CompressionCodecName getCodecName() {
    return CompressionCodecName.ZSTD;
  }

  @Override
  public void release() {}
}
