package dev.sluice.jobs.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.jobs.process.PieceTrace.TraceCounts;
import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.rows.ByteRows;
import dev.sluice.storage.write.ShardStream;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A file for the additional lines of all files of the output. Hidden until the job is complete.
 * Used by one thread.
 */
final class SideFile implements Closeable {
  private final TemporaryFile file;
  private final ShardStream lines;

  /** Opens the file. Content of an earlier invocation remains until {@link #cut}. */
  SideFile(Path target) throws IOException {
    this.file = new TemporaryFile(target);
    if (Files.exists(target) && !Files.exists(file.path())) {
      Files.move(target, file.path());
    }
    this.lines =
        ShardStream.continued(file.path(), Files.exists(file.path()) ? Files.size(file.path()) : 0);
  }

  /**
   * Truncates the file to this size.
   *
   * @throws IOException if the file is smaller
   */
  void cut(long bytes) throws IOException {
    if (lines.getPos() < bytes) {
      throw new IOException(
          "%s has %d bytes, but had %d before: delete the output and start over"
              .formatted(file.path(), lines.getPos(), bytes));
    }
    lines.truncate(bytes);
  }

  /** Adds a row. */
  void add(ByteRows rows, int row) throws IOException {
    lines.write(rows.bytes(), rows.offset(row), rows.length(row));
  }

  /** Adds all rows. */
  void add(ByteRows rows) throws IOException {
    lines.write(rows.bytes(), 0, rows.length());
  }

  /** Adds all lines of a file. */
  void add(Path others) throws IOException {
    Files.copy(others, lines);
  }

  /**
   * Adds the lines of a file of examples that are still wanted.
   *
   * @param before the numbers of lines of each kind so far
   * @return the numbers afterwards
   */
  TraceCounts addFirst(Path examples, TraceCounts before) throws IOException {
    TraceCounts now = before;
    try (BufferedReader reader = Files.newBufferedReader(examples)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        String key = TraceCounts.key(Json.PLAIN.readTree(line));
        if (now.wants(key)) {
          now = now.with(key);
          lines.write((line + "\n").getBytes(UTF_8));
        }
      }
    }
    return now;
  }

  long bytes() {
    return lines.getPos();
  }

  void sync() throws IOException {
    lines.sync();
  }

  /** Gives the file its final name. */
  void publish() throws IOException {
    lines.release();
    file.publish();
  }

  /** Deletes the file. */
  void discard() throws IOException {
    lines.delete();
  }

  @Override
  public void close() throws IOException {
    lines.release();
  }

  /**
   * Additional lines of a piece.
   *
   * @param lines the lines in order
   * @param keys the kind of each line
   */
  record SideLines(ByteRows lines, List<String> keys) {
    /** No lines. */
    static SideLines none() {
      return new SideLines(new ByteRows(0), List.of());
    }

    /** Returns the total size of the lines. */
    int bytes() {
      return lines.length();
    }

    /**
     * Adds the wanted lines to a file.
     *
     * @param before the numbers of lines of each kind so far
     * @return the numbers afterwards
     */
    TraceCounts addTo(SideFile file, TraceCounts before) throws IOException {
      TraceCounts now = before;
      for (int i = 0; i < keys.size(); i++) {
        if (now.wants(keys.get(i))) {
          now = now.with(keys.get(i));
          file.add(lines, i);
        }
      }
      return now;
    }
  }
}
