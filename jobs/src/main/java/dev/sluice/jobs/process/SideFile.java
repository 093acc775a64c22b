package dev.sluice.jobs.process;

import dev.sluice.jobs.documents.ByteRows;
import dev.sluice.jobs.text.TemporaryFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Additional lines of the output, of all files. Hidden until the job is complete. Used by one
 * thread.
 */
final class SideFile implements Closeable {
  private final TemporaryFile file;
  private final FileChannel channel;

  /** Opens it; content of an earlier invocation stays until {@link #cut}. */
  SideFile(Path target) throws IOException {
    this.file = new TemporaryFile(target);
    if (Files.exists(target) && !Files.exists(file.path())) {
      Files.move(target, file.path());
    }
    this.channel =
        FileChannel.open(file.path(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  /**
   * Truncates it to this size.
   *
   * @throws IOException if it is smaller
   */
  void cut(long bytes) throws IOException {
    if (channel.size() < bytes) {
      throw new IOException(
          "%s has %d bytes and had %d: delete the output and begin anew"
              .formatted(file.path(), channel.size(), bytes));
    }
    channel.truncate(bytes);
    channel.position(bytes);
  }

  /** Adds a row. */
  void add(ByteRows rows, int row) throws IOException {
    add(ByteBuffer.wrap(rows.bytes(), rows.offset(row), rows.length(row)));
  }

  /** Adds all rows. */
  void add(ByteRows rows) throws IOException {
    add(ByteBuffer.wrap(rows.bytes(), 0, rows.length()));
  }

  private void add(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  long bytes() throws IOException {
    return channel.position();
  }

  void sync() throws IOException {
    channel.force(true);
  }

  /** Gives it its final name. */
  void publish() throws IOException {
    channel.close();
    file.publish();
  }

  /** Deletes it. */
  void discard() throws IOException {
    channel.close();
    Files.deleteIfExists(file.path());
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
