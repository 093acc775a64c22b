package dev.sluice.jobs.tokenizer;

import static java.util.Objects.requireNonNull;

import dev.sluice.jobs.documents.DocumentColumns;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The settings of a tokenize job.
 *
 * @param inputs directories, files, globs
 * @param columns of the texts
 * @param tokenizer output directory of {@link TrainingJob}
 * @param words whether it is one of {@link dev.sluice.jobs.tokenizer.VocabularyJob} instead
 * @param output directory for the ids; if empty, they are only counted
 * @param format of the ids
 * @param eod the token at the end of each document, if any
 * @param threads number of encoding threads, 1 or more
 */
public record TokenizeRequest(
    List<String> inputs,
    DocumentColumns columns,
    Path tokenizer,
    boolean words,
    Optional<Path> output,
    TokenFormat format,
    Optional<EndOfDocument> eod,
    int threads) {
  /** Checks and copies the components. */
  public TokenizeRequest {
    inputs = List.copyOf(inputs);
    requireNonNull(columns, "columns");
    requireNonNull(tokenizer, "tokenizer");
    requireNonNull(output, "output");
    requireNonNull(format, "format");
    requireNonNull(eod, "eod");
    if (threads < 1) {
      throw new IllegalArgumentException("--threads %d: it must be 1 or more".formatted(threads));
    }
  }

  /** Returns a copy with another output. */
  public TokenizeRequest into(Path directory) {
    return new TokenizeRequest(
        inputs, columns, tokenizer, words, Optional.of(directory), format, eod, threads);
  }

  /** The formats of token ids. */
  public enum TokenFormat {
    /** Parquet with a list of ids for each document. */
    PARQUET,
    /**
     * A flat file of ids, the index that Megatron-LM reads with it, and the row of each document.
     */
    BIN
  }
}
