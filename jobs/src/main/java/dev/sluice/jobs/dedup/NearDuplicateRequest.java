package dev.sluice.jobs.dedup;

import dev.sluice.algorithms.neardup.Survivor;
import dev.sluice.jobs.dedup.method.DuplicateMethod;
import dev.sluice.jobs.dedup.stage.ClusterRule;
import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.text.MarkedFile;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What to do.
 *
 * @param inputs directories, files or globs
 * @param output a directory
 * @param temporary directory for temporary files; in the output if empty
 * @param columns that hold the documents
 * @param method that finds near-duplicates
 * @param clustering which documents form a cluster
 * @param survivor which document of a cluster is kept; the first one for {@link
 *     ClusterRule#EARLIEST}
 * @param scoreColumn that the survivor rule may need
 * @param level of zstd, for Parquet and for JSON compressed with it
 * @param threads do not affect the result
 * @param heapBytes does not affect the result
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
    if (clustering == ClusterRule.EARLIEST && survivor != Survivor.FIRST) {
      throw new IllegalArgumentException("earliest keeps the first, not " + survivor);
    }
    if (threads < 1) {
      throw new IllegalArgumentException("%d threads: at least 1".formatted(threads));
    }
  }

  /** The score column, if the survivor rule needs it. */
  Optional<String> score() {
    return survivor == Survivor.HIGHEST_SCORE ? Optional.of(scoreColumn) : Optional.empty();
  }

  /** The columns to read. */
  DocumentColumns documentColumns() {
    Set<String> score = score().map(Set::of).orElse(Set.of());
    return new DocumentColumns(
        columns.text(), columns.id(), columns.maxBytes(), score, score, List.of());
  }

  /** Everything that determines the result, as JSON values. */
  Map<String, Object> arguments(List<MarkedFile> files) {
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("method", method.title());
    arguments.putAll(method.arguments());
    arguments.put("greedy", clustering == ClusterRule.FIRST_COME);
    if (clustering == ClusterRule.EARLIEST) {
      arguments.put("semantics", "earliest");
    }
    arguments.put("keep", survivor.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    score().ifPresent(column -> arguments.put("score_column", column));
    arguments.put("input", MarkedFile.listing(files));
    arguments.put("text_column", columns.text());
    arguments.put("id_column", columns.id());
    arguments.put("max_document_size", columns.maxBytes());
    arguments.put("compression_level", level);
    return arguments;
  }

  /** This request with another output. */
  public NearDuplicateRequest into(Path directory) {
    return new NearDuplicateRequest(
        inputs,
        directory,
        temporary,
        columns,
        method,
        clustering,
        survivor,
        scoreColumn,
        level,
        threads,
        heapBytes);
  }
}
