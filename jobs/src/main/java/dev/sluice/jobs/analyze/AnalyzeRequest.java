package dev.sluice.jobs.analyze;

import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.process.ProcessRequest;
import dev.sluice.jobs.text.MarkedFile;
import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.OperatorChain;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The settings of an analysis.
 *
 * @param inputs directories, files or globs
 * @param output directory for the results, if they are to be written
 * @param columns the columns of the documents
 * @param scoreColumn numeric column with which the measured numbers are correlated, in files that
 *     have it
 * @param chain the operators of a recipe; if empty, the default thresholds apply
 * @param statistics the statistics to measure
 * @param threads number of threads; does not affect results
 * @param heapBytes available memory; does not affect results
 */
public record AnalyzeRequest(
    List<String> inputs,
    Optional<Path> output,
    DocumentColumns columns,
    String scoreColumn,
    OperatorChain chain,
    List<BoundOperator> statistics,
    int threads,
    long heapBytes) {
  /** The usual name of the score column. */
  public static final String DEFAULT_SCORE = "score";

  /** Requires all components. */
  public AnalyzeRequest {
    inputs = List.copyOf(inputs);
    Objects.requireNonNull(output, "output");
    Objects.requireNonNull(columns, "columns");
    Objects.requireNonNull(scoreColumn, "scoreColumn");
    Objects.requireNonNull(chain, "chain");
    statistics = List.copyOf(statistics);
    if (statistics.isEmpty() || threads < 1) {
      throw new IllegalArgumentException(
          "the number of statistics (%d) and the number of threads (%d) must be at least 1"
              .formatted(statistics.size(), threads));
    }
  }

  /** Returns the columns of documents, including those that operators and the correlation need. */
  DocumentColumns documentColumns() {
    DocumentColumns wanted = columns.of(chain);
    Set<String> fields = new TreeSet<>(wanted.fields());
    fields.add(scoreColumn);
    return new DocumentColumns(
        wanted.text(), wanted.id(), wanted.maxBytes(), wanted.required(), fields, wanted.added());
  }

  /** Returns everything that determines the result, as JSON values. */
  Map<String, Object> arguments(List<TextFile> files) throws IOException {
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("input", MarkedFile.listing(MarkedFile.of(files)));
    arguments.put("text_column", columns.text());
    arguments.put("score_column", scoreColumn);
    arguments.put("max_document_size", columns.maxBytes());
    arguments.put("process", operators(chain.operators()));
    arguments.put("statistics", operators(statistics));
    return arguments;
  }

  private static List<Map<String, Object>> operators(List<BoundOperator> operators) {
    return operators.stream().map(ProcessRequest::json).toList();
  }

  /** Returns a copy with the given output. */
  public AnalyzeRequest into(Path directory) {
    return new AnalyzeRequest(
        inputs,
        Optional.of(directory),
        columns,
        scoreColumn,
        chain,
        statistics,
        threads,
        heapBytes);
  }
}
