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
 * Reads the chunks of a temporary file in order. Checks each of them, and at the end the number of
 * records. Not thread-safe. Holds a file descriptor and the largest chunk.
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
   * @throws DamagedSpillException if the file is missing or has the wrong size
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
   * Reads the next chunk; false after the last.
   *
   * @throws InterruptedIOException if this thread has been interrupted
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
        throw damaged("it ends in the middle of a chunk");
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

  /** The array that holds the records of the chunk from index 0. */
  public byte[] records() {
    return records;
  }

  /** Size of these records in bytes. */
  public int length() {
    return length;
  }

  /** Number of these records. */
  public int count() {
    return Bytes.readInt(header, ChunkWriter.COUNT_AT);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
