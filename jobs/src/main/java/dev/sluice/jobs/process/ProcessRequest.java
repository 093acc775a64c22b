package dev.sluice.jobs.process;

import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.text.MarkedFile;
import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.OperatorChain;
import dev.sluice.operators.score.BoundScorer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The settings of a processing job.
 *
 * @param inputs directories, files or globs
 * @param output the output directory
 * @param project name that the report repeats; can be empty
 * @param chain the operators in order
 * @param scorers the scorers whose scores become columns, in order
 * @param columns the columns that hold the documents
 * @param trace maximum number of examples per operator and decision; 0 for none
 * @param level zstd level for Parquet, and for JSON that is compressed with zstd
 * @param threads number of threads; does not affect the result
 * @param heapBytes available memory; does not affect the result
 */
public record ProcessRequest(
    List<String> inputs,
    Path output,
    String project,
    OperatorChain chain,
    List<BoundScorer> scorers,
    DocumentColumns columns,
    int trace,
    int level,
    int threads,
    long heapBytes) {
  /** Requires all components. */
  public ProcessRequest {
    inputs = List.copyOf(inputs);
    Objects.requireNonNull(output, "output");
    Objects.requireNonNull(project, "project");
    Objects.requireNonNull(chain, "chain");
    scorers = List.copyOf(scorers);
    Objects.requireNonNull(columns, "columns");
    if (trace < 0 || threads < 1) {
      throw new IllegalArgumentException(
          "the number of examples (%d) must not be negative, and the number of threads (%d) must be at least 1"
              .formatted(trace, threads));
    }
  }

  /** Returns everything that determines the result, as JSON values. */
  Map<String, Object> arguments(List<MarkedFile> files) {
    Map<String, Object> arguments = new LinkedHashMap<>();
    List<BoundOperator> operators = chain.operators();
    for (int i = 0; i < operators.size(); i++) {
      arguments.put("process.%d".formatted(i), json(operators.get(i)));
    }
    for (int i = 0; i < scorers.size(); i++) {
      arguments.put("scorers.%d".formatted(i), json(scorers.get(i)));
    }
    arguments.put("input", MarkedFile.listing(files));
    arguments.put("text_column", columns.text());
    arguments.put("id_column", columns.id());
    arguments.put("max_document_size", columns.maxBytes());
    arguments.put("compression_level", level);
    arguments.put("trace", trace);
    return arguments;
  }

  /**
   * Returns an operator with its arguments, and with the plug-in that provides it, as JSON values.
   */
  public static Map<String, Object> json(BoundOperator operator) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", operator.name());
    json.put("arguments", operator.arguments());
    operator
        .description()
        .plugin()
        .ifPresent(jar -> json.put("plugin", jar.name() + " " + jar.identity()));
    return json;
  }

  /**
   * Returns a scorer as JSON values. The paths of its files are left out because they do not affect
   * the scores.
   */
  static Map<String, Object> json(BoundScorer scorer) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", scorer.name());
    json.put("column", scorer.column());
    json.put("arguments", scorer.content());
    return json;
  }

  /** Returns the columns of rows that are read and written. */
  DocumentColumns allColumns() {
    return columns.adding(scorers.stream().map(BoundScorer::column).toList()).of(chain);
  }

  /** Returns a copy with the given output. */
  public ProcessRequest into(Path directory) {
    return new ProcessRequest(
        inputs, directory, project, chain, scorers, columns, trace, level, threads, heapBytes);
  }
}
