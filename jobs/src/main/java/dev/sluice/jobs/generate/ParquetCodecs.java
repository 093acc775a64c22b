package dev.sluice.jobs.generate;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

@SuppressWarnings("deprecation")
final class ParquetCodecs implements CompressionCodecFactory {
  private final int level;

  ParquetCodecs(int level) {
    this.level = level;
  }

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codecName) {
    return new BytesInputCompressor() {
      @Override
      public BytesInput compress(BytesInput bytes) throws IOException {
        return BytesInput.from(Zstd.compress(bytes.toByteArray(), level));
      }

      @Override
      public CompressionCodecName getCodecName() {
        return codecName;
      }

      @Override
      public void release() {}
    };
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codecName) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void release() {}
}
