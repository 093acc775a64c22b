package dev.sluice.jobs.analyze;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.OutputDirectory;
import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.storage.output.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The directory of an analysis: two files, written at the end. */
record AnalysisOutput(Path directory) {
  private Path json() {
    return directory.resolve("analysis.json");
  }

  /**
   * The report of the same request, if it has finished.
   *
   * @throws JobRefusedException if the directory holds another analysis, or is not writable
   */
  Optional<JsonNode> finished(Map<String, Object> arguments) throws IOException {
    OutputDirectory.requireWritable(directory);
    return OutputDirectory.finished(directory, json(), "analysis", arguments);
  }

  /** The report of whatever request. */
  Optional<JsonNode> written() throws IOException {
    return Files.exists(json()) ? Optional.of(Json.read(json(), JsonNode.class)) : Optional.empty();
  }

  /** Writes both files; {@code analysis.json} last, because it marks the analysis as finished. */
  void write(byte[] json, byte[] markdown) throws IOException {
    TemporaryFile.write(directory.resolve("analysis.md"), markdown);
    TemporaryFile.write(json(), json);
  }
}
