package dev.sluice.jobs.dedup;

import dev.sluice.algorithms.neardup.Survivor;
import dev.sluice.jobs.dedup.method.DuplicateMethod;
import dev.sluice.jobs.dedup.stage.ClusterRule;
import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.text.FileListing;
import dev.sluice.storage.text.TextFile;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What is to be done.
 *
 * @param inputs directories, files or globs
 * @param output a directory
 * @param temporary where temporary files go; empty for the output
 * @param columns where documents are
 * @param method that finds near-duplicates
 * @param clustering which documents make a cluster
 * @param survivor which document of a cluster is kept
 * @param scoreColumn where scores are, which the survivor may need
 * @param level of zstd, for Parquet and JSON that is packed so
 * @param threads wanted; the results do not depend on it
 * @param heapBytes that may be used; the results do not depend on it
 */
public record NearDuplicateRequest(
    List<String> inputs,
    Path output,
    Optional<Path> temporary,
    DocumentColumns columns,
    DuplicateMethod method,
    ClusterRule clustering,
    Survivor survivor,
    String scoreColumn,
    int level,
    int threads,
    long heapBytes) {
  /** Checks that everything is there. */
  public NearDuplicateRequest {
    inputs = List.copyOf(inputs);
    Objects.requireNonNull(output, "output");
    Objects.requireNonNull(temporary, "temporary");
    Objects.requireNonNull(columns, "columns");
    Objects.requireNonNull(method, "method");
    Objects.requireNonNull(clustering, "clustering");
    Objects.requireNonNull(survivor, "survivor");
    Objects.requireNonNull(scoreColumn, "scoreColumn");
    if (threads < 1) {
      throw new IllegalArgumentException("%d threads: at least 1".formatted(threads));
    }
  }

  /** The column of scores, where the survivor needs it. */
  Optional<String> score() {
    return survivor == Survivor.HIGHEST_SCORE ? Optional.of(scoreColumn) : Optional.empty();
  }

  /** Where documents are, and the score where it is needed. */
  DocumentColumns documentColumns() {
    Set<String> score = score().map(Set::of).orElse(Set.of());
    return new DocumentColumns(columns.text(), columns.id(), columns.maxBytes(), score, score);
  }

  /** All that the result depends on, as JSON values. */
  Map<String, Object> arguments(List<TextFile> files) {
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("method", method.title());
    arguments.putAll(method.arguments());
    arguments.put("greedy", clustering == ClusterRule.FIRST_COME);
    arguments.put("keep", survivor.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    score().ifPresent(column -> arguments.put("score_column", column));
    arguments.put("input", FileListing.of(files));
    arguments.put("text_column", columns.text());
    arguments.put("id_column", columns.id());
    arguments.put("max_document_size", columns.maxBytes());
    arguments.put("compression_level", level);
    return arguments;
  }
}
