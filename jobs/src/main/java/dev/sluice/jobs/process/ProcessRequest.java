package dev.sluice.jobs.process;

import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.operators.OperatorChain;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * What is to be done.
 *
 * @param inputs directories, files or globs
 * @param output a directory
 * @param project a name for people, which the report repeats; may be empty
 * @param chain the operators in their order
 * @param columns where documents are
 * @param trace examples of each operator and decision, 0 for none
 * @param threads wanted; the results do not depend on it
 * @param heapBytes that may be used; the results do not depend on it
 */
public record ProcessRequest(
    List<String> inputs,
    Path output,
    String project,
    OperatorChain chain,
    DocumentColumns columns,
    int trace,
    int threads,
    long heapBytes) {
  /** Checks that everything is there. */
  public ProcessRequest {
    inputs = List.copyOf(inputs);
    Objects.requireNonNull(output, "output");
    Objects.requireNonNull(project, "project");
    Objects.requireNonNull(chain, "chain");
    Objects.requireNonNull(columns, "columns");
    if (trace < 0 || threads < 1) {
      throw new IllegalArgumentException("%d examples, %d threads".formatted(trace, threads));
    }
  }
}
