package dev.sluice.jobs.analyze;

import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.OperatorChain;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is to be measured.
 *
 * @param inputs directories, files or globs
 * @param output a directory for the results; none is needed
 * @param columns where documents are
 * @param scoreColumn a column of numbers that others are compared with, where a file has it
 * @param chain the operators of a recipe; none where thresholds are to be the defaults
 * @param statistics that measure
 * @param threads wanted; the results do not depend on it
 * @param heapBytes that may be used; the results do not depend on it
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
  /** The column of scores that data sets use. */
  public static final String DEFAULT_SCORE = "score";

  /** Checks that everything is there. */
  public AnalyzeRequest {
    inputs = List.copyOf(inputs);
    Objects.requireNonNull(output, "output");
    Objects.requireNonNull(columns, "columns");
    Objects.requireNonNull(scoreColumn, "scoreColumn");
    Objects.requireNonNull(chain, "chain");
    statistics = List.copyOf(statistics);
    if (statistics.isEmpty() || threads < 1) {
      throw new IllegalArgumentException(
          "%d statistics, %d threads".formatted(statistics.size(), threads));
    }
  }

  /** Where documents are, and which columns operators and the comparison need. */
  DocumentColumns documentColumns() {
    DocumentColumns wanted = columns.of(chain);
    Set<String> fields = new TreeSet<>(wanted.fields());
    fields.add(scoreColumn);
    return new DocumentColumns(
        wanted.text(), wanted.id(), wanted.maxBytes(), wanted.required(), fields);
  }
}
