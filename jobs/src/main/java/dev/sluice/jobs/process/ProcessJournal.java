package dev.sluice.jobs.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is certain of a job: lines that are only ever added, each on the disk before anything relies
 * on it. The first says what was asked for, the others how far a file is or that it is done. A last
 * line that was cut off counts as never written.
 */
final class ProcessJournal implements Closeable {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String ASKED = "asked";
  private static final String AT = "at";
  private static final String DONE = "done";
  private static final String POSITION = "position";

  private final FileChannel channel;
  private final List<ProcessedFile> done = new ArrayList<>();
  private final List<Position> reached = new ArrayList<>();
  private Optional<JsonNode> asked = Optional.empty();
  private Position behind;

  /**
   * Opens a journal and reads what there is.
   *
   * @param begin where the first file begins
   */
  ProcessJournal(Path file, Position begin) throws IOException {
    this.behind = begin;
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
        take(MAPPER.readTree(line));
        whole = end;
      }
    } catch (JsonProcessingException e) {
      throw new IOException(
          "%s is broken behind byte %d: delete the output and begin anew".formatted(file, whole),
          e);
    }
    return whole;
  }

  private void take(JsonNode line) throws JsonProcessingException {
    if (line.has(ASKED)) {
      asked = Optional.of(line.get(ASKED));
      return;
    }
    Position position = MAPPER.treeToValue(line.get(POSITION), Position.class);
    if (line.has(DONE)) {
      done.add(MAPPER.treeToValue(line.get(DONE), ProcessedFile.class));
      behind = position.nextFile();
      reached.clear();
    } else {
      reached.add(position);
    }
  }

  /** What was asked for when the job was begun; empty where it was not. */
  Optional<JsonNode> asked() {
    return asked;
  }

  /** The files that are done, in their order. */
  List<ProcessedFile> done() {
    return done;
  }

  /** The beginning of the file behind these. */
  Position behind() {
    return behind;
  }

  /** Where that file is to be continued: the last position that its output goes back to. */
  Position position(FileOutput output) throws IOException {
    for (int i = reached.size() - 1; i >= 0; i--) {
      if (output.continueAt(reached.get(i))) {
        return reached.get(i);
      }
    }
    return behind;
  }

  /** Notes what was asked for. */
  void begin(Map<String, Object> arguments) throws IOException {
    ObjectNode line = MAPPER.createObjectNode();
    line.set(ASKED, MAPPER.valueToTree(arguments));
    write(line);
  }

  /** Notes how far a file is. */
  void at(String file, Position position) throws IOException {
    ObjectNode line = MAPPER.createObjectNode();
    line.put(AT, file);
    line.set(POSITION, MAPPER.valueToTree(position));
    write(line);
  }

  /** Notes that a file is done. */
  void done(ProcessedFile file, Position position) throws IOException {
    ObjectNode line = MAPPER.createObjectNode();
    line.set(DONE, MAPPER.valueToTree(file));
    line.set(POSITION, MAPPER.valueToTree(position));
    write(line);
    done.add(file);
    behind = position.nextFile();
    reached.clear();
  }

  private void write(ObjectNode line) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap((MAPPER.writeValueAsString(line) + "\n").getBytes(UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
    channel.force(true);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
