package dev.sluice.jobs.tokenizer;

import static java.util.Objects.requireNonNull;

import dev.sluice.algorithms.words.TextNormaliser;
import dev.sluice.jobs.documents.DocumentColumns;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;

/**
 * The settings of a vocabulary job.
 *
 * @param inputs directories, files, globs
 * @param columns the columns of the texts
 * @param output a new directory
 * @param normaliser applied to texts first
 * @param size maximum number of words, without special tokens; 1 or more
 * @param minCount minimum count of a word, 1 or more; words that occur less often are omitted
 * @param specialTokens the special tokens, which get the first ids
 * @param threads number of counting threads
 * @param memoryBytes memory for the tables of words
 */
public record VocabularyRequest(
    List<String> inputs,
    DocumentColumns columns,
    Path output,
    TextNormaliser normaliser,
    int size,
    long minCount,
    List<String> specialTokens,
    int threads,
    long memoryBytes) {
  /** Checks all numbers and names. */
  public VocabularyRequest {
    inputs = List.copyOf(inputs);
    requireNonNull(columns, "columns");
    requireNonNull(output, "output");
    requireNonNull(normaliser, "normaliser");
    specialTokens = List.copyOf(specialTokens);
    require(size >= 1, "--size %d: must be at least 1".formatted(size));
    require(minCount >= 1, "--min-frequency %d: must be at least 1".formatted(minCount));
    require(threads >= 1, "--threads %d: must be at least 1".formatted(threads));
    require(
        specialTokens.stream().noneMatch(token -> token.isEmpty() || token.matches("(?s).*\\R.*")),
        "--special-token: a token is empty or contains a line break");
    require(
        new HashSet<>(specialTokens).size() == specialTokens.size(),
        "--special-token: a token appears twice in %s".formatted(specialTokens));
  }

  private static void require(boolean met, String message) {
    if (!met) {
      throw new IllegalArgumentException(message);
    }
  }

  /** Returns a copy with the given output. */
  public VocabularyRequest into(Path directory) {
    return new VocabularyRequest(
        inputs,
        columns,
        directory,
        normaliser,
        size,
        minCount,
        specialTokens,
        threads,
        memoryBytes);
  }
}
