package dev.sluice.jobs.dedup.spill;

import dev.sluice.core.Bytes;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * Appends chunks of records to a temporary file: a header of 24 bytes (length of the records in
 * bytes, how many there are, the chunk's place in the file, a CRC-32C of the three and of the
 * records), then the records. Thread-safe; holds a descriptor. Nothing is brought to the disk: what
 * a power cut takes is found when it is read.
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
   * Opens a file behind what is known of it; anything else in it goes.
   *
   * @throws DamagedSpillException when it is shorter than that
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
   * @param chunk room for the header, then the records; the header is filled in
   * @param end of the records in it
   * @param count of records; none is no chunk
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

  /** What is in the file. */
  public synchronized SpillFile written() {
    return new SpillFile(name, records, bytes);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
