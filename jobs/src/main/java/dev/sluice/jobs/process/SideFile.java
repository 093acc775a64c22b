package dev.sluice.jobs.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.jobs.documents.ByteRows;
import dev.sluice.jobs.text.TemporaryFile;
import java.io.BufferedReader;
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
  private static final ObjectMapper MAPPER = new ObjectMapper();

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

  /** Adds all lines of a file. */
  void add(Path lines) throws IOException {
    try (FileChannel from = FileChannel.open(lines, StandardOpenOption.READ)) {
      for (long at = 0; at < from.size(); ) {
        at += from.transferTo(at, from.size() - at, channel);
      }
    }
  }

  /**
   * Adds the lines of a file of examples that are wanted.
   *
   * @param before numbers of lines of each kind so far
   * @return the numbers afterwards
   */
  TraceCounts addFirst(Path examples, TraceCounts before) throws IOException {
    TraceCounts now = before;
    try (BufferedReader lines = Files.newBufferedReader(examples)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String key = TraceCounts.key(MAPPER.readTree(line));
        if (now.wants(key)) {
          now = now.with(key);
          add(ByteBuffer.wrap((line + "\n").getBytes(UTF_8)));
        }
      }
    }
    return now;
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
