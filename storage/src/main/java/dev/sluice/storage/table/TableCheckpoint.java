package dev.sluice.storage.table;

import dev.sluice.core.work.DurableFiles;
import dev.sluice.storage.page.SourceFormatException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * The state from which a table can be continued, in a file beside the table. It has the table's
 * length, and the tail that would complete the table. Replaced atomically.
 *
 * @param position the end of the last row group
 */
record TableCheckpoint(long position, ByteBuffer tail) {
  private static final int HEAD_BYTES = 2 * Long.BYTES;

  /** Returns the checkpoint file of a table. */
  static Path file(Path table) {
    return table.resolveSibling(table.getFileName() + ".checkpoint");
  }

  private static Path temporary(Path table) {
    return table.resolveSibling(table.getFileName() + ".checkpoint.tmp");
  }

  /** Writes the checkpoint beside its table. The table must be durable. */
  void write(Path table) throws IOException {
    Path temporary = temporary(table);
    ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES).putLong(position).putLong(checksum());
    try (OutputStream out = Files.newOutputStream(temporary)) {
      out.write(head.array());
      out.write(tail.array(), tail.arrayOffset(), tail.limit());
    }
    DurableFiles.publish(temporary, file(table));
  }

  private long checksum() {
    CRC32 crc = new CRC32();
    crc.update(ByteBuffer.allocate(Long.BYTES).putLong(0, position));
    crc.update(tail.duplicate());
    return crc.getValue();
  }

  /**
   * Returns the checkpoint of a table, if any.
   *
   * @throws SourceFormatException if the checkpoint is broken
   */
  static Optional<TableCheckpoint> read(Path table) throws IOException {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(file(table));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
    if (bytes.length > HEAD_BYTES) {
      ByteBuffer in = ByteBuffer.wrap(bytes);
      long position = in.getLong();
      long checksum = in.getLong();
      TableCheckpoint read = new TableCheckpoint(position, in.slice());
      if (read.checksum() == checksum) {
        return Optional.of(read);
      }
    }
    throw new SourceFormatException(
        file(table), "the checkpoint is broken: delete the checkpoint and its table to start over");
  }

  /** Deletes the checkpoint files of a table. */
  static void delete(Path table) throws IOException {
    Files.deleteIfExists(file(table));
    Files.deleteIfExists(temporary(table));
  }
}
