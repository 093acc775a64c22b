package dev.sluice.jobs.tokenizer;

import static java.util.Objects.requireNonNull;

import dev.sluice.storage.text.TextColumns;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What is to be turned into token ids.
 *
 * @param inputs directories, files, globs
 * @param columns where the texts are
 * @param tokenizer a directory of {@link TrainingJob}
 * @param words whether it is one of {@link dev.sluice.jobs.vocabulary.VocabularyJob} instead
 * @param output where the ids go; empty where they are only counted
 * @param format how they are written
 * @param threads that encode, 1 or more
 */
public record TokenizeRequest(
    List<String> inputs,
    TextColumns columns,
    Path tokenizer,
    boolean words,
    Optional<Path> output,
    TokenFormat format,
    int threads) {
  /** Copies the list and checks the rest. */
  public TokenizeRequest {
    inputs = List.copyOf(inputs);
    requireNonNull(columns, "columns");
    requireNonNull(tokenizer, "tokenizer");
    requireNonNull(output, "output");
    requireNonNull(format, "format");
    if (threads < 1) {
      throw new IllegalArgumentException("--threads %d: it must be 1 or more".formatted(threads));
    }
  }
}
