package dev.sluice.jobs.tokenizer;

import static java.util.Objects.requireNonNull;

import dev.sluice.algorithms.bpe.TrainerOptions;
import dev.sluice.algorithms.words.PreTokenizer;
import dev.sluice.algorithms.words.TextNormaliser;
import dev.sluice.storage.text.TextColumns;
import java.nio.file.Path;
import java.util.List;

/**
 * What a tokenizer is to be trained on, and how.
 *
 * @param inputs directories, files, globs
 * @param columns where the texts are
 * @param output a new directory
 * @param normaliser what is done to a text first
 * @param preTokenizer how it is cut into words
 * @param trainer what the vocabulary shall be
 * @param threads that count, 1 or more
 * @param heapBytes of the process; a third is for the tables of words while they are counted
 */
public record TrainingRequest(
    List<String> inputs,
    TextColumns columns,
    Path output,
    TextNormaliser normaliser,
    PreTokenizer preTokenizer,
    TrainerOptions trainer,
    int threads,
    long heapBytes) {
  /** Copies the list and checks the rest. */
  public TrainingRequest {
    inputs = List.copyOf(inputs);
    requireNonNull(columns, "columns");
    requireNonNull(output, "output");
    requireNonNull(normaliser, "normaliser");
    requireNonNull(preTokenizer, "preTokenizer");
    requireNonNull(trainer, "trainer");
    if (threads < 1) {
      throw new IllegalArgumentException("--threads %d: it must be 1 or more".formatted(threads));
    }
  }
}
