package dev.sluice.jobs.dedup;

import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.text.MarkedFile;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The settings of a deduplication.
 *
 * @param inputs directories, files or globs
 * @param output a directory
 * @param temporary directory for temporary files; in the output if empty
 * @param columns that hold the documents
 * @param method that finds near-duplicates
 * @param keep which of several near-duplicates; the first one of paragraphs or lines
 * @param scoreColumn that the rule may need
 * @param guard the largest share of the documents of a directory that may be removed without being
 *     copies, 0 to 1; does not affect the result
 * @param threads do not affect the result
 * @param heapBytes does not affect the result
 */
public record NearDuplicateRequest(
    List<String> inputs,
    Path output,
    Optional<Path> temporary,
    DocumentColumns columns,
    DuplicateMethod method,
    Keep keep,
    String scoreColumn,
    double guard,
    int threads,
    long heapBytes) {
  /** Copies the list. */
  public NearDuplicateRequest {
    inputs = List.copyOf(inputs);
  }

  /** Returns the score column, if it is needed. */
  Optional<String> score() {
    return keep == Keep.HIGHEST_SCORE ? Optional.of(scoreColumn) : Optional.empty();
  }

  /** Returns the columns to read. */
  DocumentColumns documentColumns() {
    Set<String> score = score().map(Set::of).orElse(Set.of());
    return new DocumentColumns(
        columns.text(), columns.id(), columns.maxBytes(), score, score, List.of());
  }

  /** Returns everything that determines the result, as JSON values. */
  Map<String, Object> arguments(List<MarkedFile> files) {
    Map<String, Object> arguments = new LinkedHashMap<>(method.arguments());
    arguments.put("keep", keep.title());
    score().ifPresent(column -> arguments.put("score_column", column));
    arguments.put("input", MarkedFile.listing(files));
    arguments.put("text_column", columns.text());
    arguments.put("id_column", columns.id());
    arguments.put("max_document_size", columns.maxBytes());
    return arguments;
  }

  /** Returns a copy with the given output. */
  public NearDuplicateRequest into(Path directory) {
    return new NearDuplicateRequest(
        inputs,
        directory,
        temporary,
        columns,
        method,
        keep,
        scoreColumn,
        guard,
        threads,
        heapBytes);
  }
}
