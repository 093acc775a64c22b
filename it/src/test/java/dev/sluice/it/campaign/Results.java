package dev.sluice.it.campaign;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** A file of results, a JSON object a line; it only ever grows. */
final class Results {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;

  Results(Path file) {
    this.file = file;
  }

  /** All results so far; a line that was not finished, by a kill, does not count. */
  List<RoundResult> read() throws IOException {
    List<RoundResult> results = new ArrayList<>();
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file)) {
        if (line.endsWith("}")) {
          results.add(JSON.readValue(line, RoundResult.class));
        }
      }
    }
    return results;
  }

  /** Those of a seed. */
  List<RoundResult> read(long seed) throws IOException {
    return read().stream().filter(result -> result.seed() == seed).toList();
  }

  void append(RoundResult result) throws IOException {
    Files.writeString(
        file,
        JSON.writeValueAsString(result) + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
