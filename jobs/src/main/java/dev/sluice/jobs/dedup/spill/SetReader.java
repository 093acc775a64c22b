package dev.sluice.jobs.dedup.spill;

import dev.sluice.core.Bytes;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * Reads sets by document, and checks each. Fastest in document order. Not thread-safe. Holds two
 * file descriptors and a block.
 */
public final class SetReader implements Closeable {
  private final Path path;
  private final FeatureReader index;
  private final RandomAccessFile file;
  private final long known;
  private final byte[] found = new byte[SetState.LAYOUT.width()];
  private final CRC32C crc = new CRC32C();
  private long last;

  /**
   * @throws DamagedSpillException if a file is missing
   */
  public SetReader(Path directory, SetState state) throws IOException {
    this.path = directory.resolve(SetState.SETS);
    this.known = state.index().documents();
    this.index = new FeatureReader(directory.resolve(SetState.INDEX), SetState.LAYOUT, known);
    if (!Files.exists(path)) {
      index.close();
      throw new DamagedSpillException(path, "it is missing");
    }
    this.file = new RandomAccessFile(path.toFile(), "r");
  }

  private long document(long entry) throws IOException {
    index.read(entry, found, 0);
    return Bytes.readLong(found, FeatureLayout.SIGNATURE_AT);
  }

  /**
   * Finds the set of a document.
   *
   * @return its size in bytes, including the space for a header
   */
  public int find(long document) throws IOException {
    long low = last < known && document(last) <= document ? last : 0;
    long step = 1;
    while (low + step < known && document(low + step) <= document) {
      low += step;
      step *= 2;
    }
    long high = Math.min(known, low + step);
    while (high - low > 1) {
      long middle = (low + high) >>> 1;
      if (document(middle) <= document) {
        low = middle;
      } else {
        high = middle;
      }
    }
    if (known == 0 || document(low) != document) {
      throw new DamagedSpillException(path, "there is no set of document %d".formatted(document));
    }
    last = low;
    return Sets.HEADER_BYTES + (int) Bytes.readLong(found, FeatureLayout.LENGTH_AT) * Integer.BYTES;
  }

  /** Position of that set. */
  public long place() {
    return Bytes.readLong(found, FeatureLayout.SIGNATURE_AT + Long.BYTES);
  }

  /** Reads a set, including the space for a header. */
  public byte[] read(long place, int bytes) throws IOException {
    byte[] set = new byte[bytes];
    file.seek(place);
    if (file.length() < place + bytes) {
      throw new DamagedSpillException(path, "it ends within the set at byte " + place);
    }
    file.readFully(set);
    crc.reset();
    crc.update(set, 0, ChunkWriter.CRC_AT);
    crc.update(set, Sets.HEADER_BYTES, bytes - Sets.HEADER_BYTES);
    if (Bytes.readInt(set, 0) != bytes - Sets.HEADER_BYTES
        || Bytes.readLong(set, ChunkWriter.PLACE_AT) != place
        || Bytes.readLong(set, ChunkWriter.CRC_AT) != crc.getValue()) {
      throw new DamagedSpillException(path, "a checksum differs at byte " + place);
    }
    return set;
  }

  @Override
  public void close() throws IOException {
    try (file) {
      index.close();
    }
  }
}
