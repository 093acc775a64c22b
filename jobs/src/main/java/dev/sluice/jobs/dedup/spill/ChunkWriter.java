package dev.sluice.jobs.dedup.spill;

import dev.sluice.core.Bytes;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * Appends chunks of records to a temporary file: a header of 24 bytes (size of the records, their
 * number, position of the chunk in the file, CRC-32C of these three and of the records), then the
 * records. Thread-safe. Holds a file descriptor. Does not flush to disk: reading detects what a
 * power failure has lost.
 */
public final class ChunkWriter implements Closeable {
  public static final int HEADER_BYTES = 24;
  static final int COUNT_AT = 4;
  static final int PLACE_AT = 8;
  static final int CRC_AT = 16;

  private final String name;
  private final RandomAccessFile file;
  private final CRC32C crc = new CRC32C();
  private long records;
  private long bytes;

  /**
   * Opens a file at the end of its known content, and truncates the rest.
   *
   * @throws DamagedSpillException if it is shorter than that
   */
  public ChunkWriter(Path directory, SpillFile known) throws IOException {
    Path path = directory.resolve(known.name());
    this.name = known.name();
    this.file = new RandomAccessFile(path.toFile(), "rw");
    this.records = known.records();
    this.bytes = known.bytes();
    if (file.length() < bytes) {
      String why = "only %d of %d bytes".formatted(file.length(), bytes);
      file.close();
      throw new DamagedSpillException(path, why);
    }
    file.setLength(bytes);
    file.seek(bytes);
  }

  /**
   * Appends a chunk.
   *
   * @param chunk space for the header, which is filled in, then the records
   * @param end of the records in the array
   * @param count number of records; with none, nothing is written
   */
  public synchronized void append(byte[] chunk, int end, int count) throws IOException {
    if (count == 0) {
      return;
    }
    Bytes.writeInt(chunk, 0, end - HEADER_BYTES);
    Bytes.writeInt(chunk, COUNT_AT, count);
    Bytes.writeLong(chunk, PLACE_AT, bytes);
    crc.reset();
    crc.update(chunk, 0, CRC_AT);
    crc.update(chunk, HEADER_BYTES, end - HEADER_BYTES);
    Bytes.writeLong(chunk, CRC_AT, crc.getValue());
    file.write(chunk, 0, end);
    bytes += end;
    records += count;
  }

  /** What the file contains. */
  public synchronized SpillFile written() {
    return new SpillFile(name, records, bytes);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
