package dev.sluice.jobs.analyze;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.jobs.text.FileListing;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.OutputDirectory;
import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.operators.BoundOperator;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The directory of an analysis, if requested: two files, written at the end. */
final class AnalysisOutput {
  private final AnalyzeRequest request;
  private final Map<String, Object> arguments;

  AnalysisOutput(AnalyzeRequest request, List<TextFile> files) throws IOException {
    this.request = request;
    this.arguments = arguments(request, files);
  }

  private static Map<String, Object> arguments(AnalyzeRequest request, List<TextFile> files)
      throws IOException {
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("input", FileListing.of(files));
    arguments.put("text_column", request.columns().text());
    arguments.put("score_column", request.scoreColumn());
    arguments.put("max_document_size", request.columns().maxBytes());
    arguments.put("process", operators(request.chain().operators()));
    arguments.put("statistics", operators(request.statistics()));
    return arguments;
  }

  private static List<Map<String, Object>> operators(List<BoundOperator> operators) {
    return operators.stream()
        .map(
            operator -> {
              Map<String, Object> tree = new LinkedHashMap<>();
              tree.put("name", operator.name());
              tree.put("arguments", operator.arguments());
              operator
                  .description()
                  .plugin()
                  .ifPresent(jar -> tree.put("plugin", jar.name() + " " + jar.identity()));
              return tree;
            })
        .toList();
  }

  /** Everything that determines the result. */
  Map<String, Object> arguments() {
    return arguments;
  }

  /**
   * The report of the same request, if it has finished.
   *
   * @throws JobRefusedException if the directory holds another analysis, or is not writable
   */
  Optional<JsonNode> finished() throws IOException {
    if (request.output().isEmpty()) {
      return Optional.empty();
    }
    Path directory = request.output().get();
    OutputDirectory.requireWritable(directory);
    return OutputDirectory.finished(directory, json(directory), "analysis", arguments);
  }

  /** The report in a directory, of whatever request. */
  static Optional<JsonNode> written(Path directory) throws IOException {
    return Files.exists(json(directory))
        ? Optional.of(Json.read(json(directory), JsonNode.class))
        : Optional.empty();
  }

  private static Path json(Path directory) {
    return directory.resolve("analysis.json");
  }

  /** Writes both files; {@code analysis.json} last, because it marks the analysis as finished. */
  static void write(Path directory, byte[] json, byte[] markdown) throws IOException {
    TemporaryFile.write(directory.resolve("analysis.md"), markdown);
    TemporaryFile.write(json(directory), json);
  }
}
