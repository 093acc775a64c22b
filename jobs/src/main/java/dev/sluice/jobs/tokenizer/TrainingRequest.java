package dev.sluice.jobs.tokenizer;

import static java.util.Objects.requireNonNull;

import dev.sluice.algorithms.bpe.TrainerOptions;
import dev.sluice.algorithms.words.PreTokenizer;
import dev.sluice.algorithms.words.TextNormaliser;
import dev.sluice.jobs.documents.DocumentColumns;
import java.nio.file.Path;
import java.util.List;

/**
 * The settings of a training job.
 *
 * @param inputs directories, files, globs
 * @param columns the columns of the texts
 * @param sourceColumn the Parquet column that names the data set of a row
 * @param output a new directory
 * @param normaliser applied to texts first
 * @param preTokenizer splits texts into words
 * @param trainer properties of the vocabulary
 * @param minWordCount minimum count of a word, 1 or more; words that occur less often are omitted
 * @param threads number of counting threads, 1 or more
 * @param heapBytes heap of the process; a third is used for the tables of words while counting
 */
public record TrainingRequest(
    List<String> inputs,
    DocumentColumns columns,
    String sourceColumn,
    Path output,
    TextNormaliser normaliser,
    PreTokenizer preTokenizer,
    TrainerOptions trainer,
    long minWordCount,
    int threads,
    long heapBytes) {
  /** Checks and copies the components. */
  public TrainingRequest {
    inputs = List.copyOf(inputs);
    requireNonNull(columns, "columns");
    requireNonNull(sourceColumn, "sourceColumn");
    requireNonNull(output, "output");
    requireNonNull(normaliser, "normaliser");
    requireNonNull(preTokenizer, "preTokenizer");
    requireNonNull(trainer, "trainer");
    if (minWordCount < 1) {
      throw new IllegalArgumentException(
          "--min-word-count %d: must be at least 1".formatted(minWordCount));
    }
    if (threads < 1) {
      throw new IllegalArgumentException("--threads %d: must be at least 1".formatted(threads));
    }
  }

  /** Returns a copy with the given output. */
  public TrainingRequest into(Path directory) {
    return new TrainingRequest(
        inputs,
        columns,
        sourceColumn,
        directory,
        normaliser,
        preTokenizer,
        trainer,
        minWordCount,
        threads,
        heapBytes);
  }
}
