package dev.sluice.jobs.dedup.spill;

import dev.sluice.core.Bytes;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * Reads the features of any document and checks each block. Fastest in document order. Not
 * thread-safe. Holds a file descriptor and a block.
 */
public final class FeatureReader implements Closeable {
  private final Path path;
  private final FeatureLayout layout;
  private final long documents;
  private final FileChannel file;
  private final byte[] block;
  private final CRC32C crc = new CRC32C();
  private final ByteBuffer buffer;
  private long loaded = -1;

  /**
   * @param documents number of documents in the file
   * @throws DamagedSpillException if it is missing
   */
  FeatureReader(Path path, FeatureLayout layout, long documents) throws IOException {
    this.path = path;
    this.layout = layout;
    this.documents = documents;
    this.block = new byte[layout.blockBytes()];
    this.buffer = ByteBuffer.allocateDirect(block.length);
    if (!Files.exists(path)) {
      throw new DamagedSpillException(path, "it is missing");
    }
    this.file = FileChannel.open(path);
  }

  /** Copies the features of a document, {@link FeatureLayout#width} bytes. */
  public void read(long document, byte[] target, int at) throws IOException {
    long number = document / layout.documents();
    if (number != loaded) {
      load(number);
    }
    int index = (int) (document - number * layout.documents());
    int from = FeatureLayout.HEADER_BYTES + index * layout.width();
    System.arraycopy(block, from, target, at, layout.width());
  }

  private void load(long number) throws IOException {
    loaded = -1;
    long first = number * layout.documents();
    int count = (int) Math.min(layout.documents(), documents - first);
    int length = FeatureLayout.HEADER_BYTES + count * layout.width();
    long place = number * layout.blockBytes();
    buffer.clear().limit(length);
    while (buffer.hasRemaining()) {
      if (file.read(buffer, place + buffer.position()) < 0) {
        throw new DamagedSpillException(path, "it ends at byte %d".formatted(file.size()));
      }
    }
    buffer.flip().get(block, 0, length);
    check(number, count, length, place);
    loaded = number;
  }

  private void check(long number, int count, int length, long place) throws IOException {
    crc.reset();
    crc.update(block, 0, FeatureLayout.CRC_AT);
    crc.update(block, FeatureLayout.HEADER_BYTES, length - FeatureLayout.HEADER_BYTES);
    if (Bytes.readInt(block, FeatureLayout.CRC_AT) != (int) crc.getValue()
        || Bytes.readLong(block, 0) != number
        || Bytes.readInt(block, FeatureLayout.COUNT_AT) != count) {
      throw new DamagedSpillException(
          path, "a checksum differs in the block at byte %d".formatted(place));
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
