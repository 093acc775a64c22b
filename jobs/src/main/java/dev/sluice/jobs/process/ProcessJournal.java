package dev.sluice.jobs.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.jobs.process.PieceTrace.TraceCounts;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.rows.RowSink;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The durable progress of a job. It is an append-only file of lines. The first line holds the
 * request; the other lines hold positions in files, and completed files. Each line is on disk
 * before anything relies on it. A truncated last line is ignored.
 */
final class ProcessJournal implements Closeable {
  private static final String ASKED = "asked";
  private static final String AT = "at";
  private static final String DONE = "done";
  private static final String POSITION = "position";

  private final FileChannel channel;
  private final List<ProcessedFile> done = new ArrayList<>();
  private final List<Position> reached = new ArrayList<>();
  private Optional<JsonNode> asked = Optional.empty();
  private Position next;

  /**
   * Opens and reads a journal.
   *
   * @param begin position at the beginning of the first file
   */
  ProcessJournal(Path file, Position begin) throws IOException {
    this.next = begin;
    long whole = Files.exists(file) ? read(file) : 0;
    this.channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    channel.truncate(whole);
    channel.position(whole);
  }

  private long read(Path file) throws IOException {
    long whole = 0;
    long length = Files.size(file);
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        long end = whole + line.getBytes(UTF_8).length + 1;
        if (end > length) {
          return whole;
        }
        take(Json.PLAIN.readTree(line));
        whole = end;
      }
    } catch (JsonProcessingException | CharacterCodingException | RuntimeException e) {
      throw new IOException(
          "%s is damaged after byte %d: delete the output and start over".formatted(file, whole),
          e);
    }
    return whole;
  }

  private void take(JsonNode line) throws JsonProcessingException {
    if (line.has(ASKED)) {
      asked = Optional.of(line.get(ASKED));
      return;
    }
    Position position = Json.PLAIN.treeToValue(line.get(POSITION), Position.class);
    if (line.has(DONE)) {
      done.add(Json.PLAIN.treeToValue(line.get(DONE), ProcessedFile.class));
      next = position.nextFile();
      reached.clear();
    } else {
      reached.add(position);
    }
  }

  /** Returns the recorded request, or empty for a new journal. */
  Optional<JsonNode> asked() {
    return asked;
  }

  /** Returns the completed files, in order. */
  List<ProcessedFile> done() {
    return done;
  }

  /** Returns the position at the beginning of the next file. */
  Position next() {
    return next;
  }

  /**
   * Continues the output of the next file. It starts at the last recorded position to which the
   * output can return.
   */
  Position resume(RowSink output) throws IOException {
    for (int i = reached.size() - 1; i >= 0; i--) {
      Position position = reached.get(i);
      if (output.continueAt(position.outputRows(), position.outputBytes())) {
        return position;
      }
    }
    output.continueAt(0, 0);
    return next;
  }

  /** Records the request. */
  void begin(Map<String, Object> arguments) throws IOException {
    write(Map.of(ASKED, arguments));
  }

  /** Records a position in a file. */
  void at(String file, Position position) throws IOException {
    write(Map.of(AT, file, POSITION, position));
  }

  /** Records that a file is complete. */
  void done(ProcessedFile file, Position position) throws IOException {
    write(Map.of(DONE, file, POSITION, position));
    done.add(file);
    next = position.nextFile();
    reached.clear();
  }

  private void write(Map<String, Object> line) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap((Json.text(line) + "\n").getBytes(UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    channel.force(true);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  /**
   * A durable position of the work on a file.
   *
   * @param row the next row to read
   * @param outputRows number of rows written to the file
   * @param outputBytes number of bytes written to the file
   * @param rejectBytes size of the lines on rejected rows of all files
   * @param traceBytes size of the examples of all files
   * @param traced numbers of examples so far
   * @param counts the counts of the file
   */
  record Position(
      long row,
      long outputRows,
      long outputBytes,
      long rejectBytes,
      long traceBytes,
      TraceCounts traced,
      ProcessCounts counts) {

    static Position begin(int traceLimit, int operators) {
      return new Position(
          0, 0, 0, 0, 0, TraceCounts.none(traceLimit), ProcessCounts.none(operators));
    }

    /** Returns the position at the beginning of the next file. */
    Position nextFile() {
      return new Position(
          0, 0, 0, rejectBytes, traceBytes, traced, ProcessCounts.none(counts.operators().size()));
    }
  }
}
