package dev.sluice.jobs.tokenizer;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Unpacks pages for Parquet's own reader. */
final class TestingZstd implements CompressionCodecFactory, BytesInputDecompressor {
  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codecName) {
    throw new UnsupportedOperationException("nothing is written here");
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codecName) {
    return this;
  }

  @Override
  public BytesInput decompress(BytesInput bytes, int decompressedSize) throws IOException {
    return BytesInput.from(Zstd.decompress(bytes.toInputStream().readAllBytes(), decompressedSize));
  }

  @Override
  public void decompress(
      ByteBuffer input, int compressedSize, ByteBuffer output, int decompressedSize) {
    throw new UnsupportedOperationException("only BytesInput is asked for");
  }

  @Override
  public void release() {}
}
