package dev.sluice.jobs.dedup.spill;

import dev.sluice.core.Bytes;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * Reads the chunks of a temporary file in order and checks each, and at the end their number of
 * records. Not thread-safe; holds a descriptor and the largest chunk.
 */
public final class ChunkReader implements Closeable {
  private final Path path;
  private final SpillFile known;
  private final RandomAccessFile file;
  private final CRC32C crc = new CRC32C();
  private final byte[] header = new byte[ChunkWriter.HEADER_BYTES];
  private byte[] records = new byte[0];
  private long place;
  private long read;
  private int length;

  /**
   * @throws DamagedSpillException when the file is missing, or has not as many bytes as it should
   */
  public ChunkReader(Path directory, SpillFile known) throws IOException {
    this.path = directory.resolve(known.name());
    this.known = known;
    if (!Files.exists(path)) {
      throw new DamagedSpillException(path, "it is missing");
    }
    this.file = new RandomAccessFile(path.toFile(), "r");
    if (file.length() < known.bytes()) {
      String why = "only %d of %d bytes".formatted(file.length(), known.bytes());
      file.close();
      throw new DamagedSpillException(path, why);
    }
  }

  private DamagedSpillException damaged(String why) {
    return new DamagedSpillException(path, "%s at byte %d".formatted(why, place));
  }

  /**
   * Reads the next chunk; false behind the last.
   *
   * @throws InterruptedIOException when this thread has been interrupted
   */
  public boolean next() throws IOException {
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("asked to stop");
    }
    if (place == known.bytes()) {
      if (read != known.records()) {
        throw damaged("%d records instead of %d".formatted(read, known.records()));
      }
      return false;
    }
    readFully(header, header.length);
    length = Bytes.readInt(header, 0);
    if (length < 0
        || length > known.bytes() - place - header.length
        || Bytes.readLong(header, ChunkWriter.PLACE_AT) != place) {
      throw damaged("no chunk begins");
    }
    if (records.length < length) {
      records = new byte[length];
    }
    readFully(records, length);
    check();
    place += header.length + length;
    read += count();
    return true;
  }

  private void readFully(byte[] target, int count) throws IOException {
    for (int done = 0; done < count; ) {
      int more = file.read(target, done, count - done);
      if (more < 0) {
        throw damaged("it ends within a chunk");
      }
      done += more;
    }
  }

  private void check() throws IOException {
    crc.reset();
    crc.update(header, 0, ChunkWriter.CRC_AT);
    crc.update(records, 0, length);
    if (crc.getValue() != Bytes.readLong(header, ChunkWriter.CRC_AT)) {
      throw damaged("a checksum differs");
    }
  }

  /** The records of the chunk, from the first byte. */
  public byte[] records() {
    return records;
  }

  /** How many of the bytes are the chunk's. */
  public int length() {
    return length;
  }

  /** How many records they are. */
  public int count() {
    return Bytes.readInt(header, ChunkWriter.COUNT_AT);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
