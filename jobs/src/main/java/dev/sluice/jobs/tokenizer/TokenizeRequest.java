package dev.sluice.jobs.tokenizer;

import static java.util.Objects.requireNonNull;

import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.text.JobRefusedException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The settings of a tokenize job.
 *
 * @param inputs directories, files, globs
 * @param columns the columns of the texts
 * @param tokenizer output directory of {@link TrainingJob}
 * @param words whether {@code tokenizer} is the output of a {@link
 *     dev.sluice.jobs.tokenizer.VocabularyJob} instead
 * @param output directory for the ids; if empty, the ids are only counted
 * @param format the format of the ids
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
      throw new IllegalArgumentException("--threads %d: must be at least 1".formatted(threads));
    }
  }

  /** Returns a copy with the given output. */
  public TokenizeRequest into(Path directory) {
    return new TokenizeRequest(
        inputs, columns, tokenizer, words, Optional.of(directory), format, eod, threads);
  }

  /** The formats of token ids. */
  public enum TokenFormat {
    /** Parquet with a list of ids for each document. */
    PARQUET,
    /**
     * A flat file of ids, the index with which Megatron-LM reads it, and the row of each document.
     */
    BIN
  }

  /**
   * Requests a token at the end of each document.
   *
   * @param named the special token; if empty, the token whose name is known to end documents
   */
  public record EndOfDocument(Optional<String> named) {
    /** Names of this token in known tokenizers. */
    private static final List<String> KNOWN =
        List.of(
            "<|endoftext|>",
            "<|end_of_text|>",
            "<|endofdocument|>",
            "<|end_of_document|>",
            "<|eod|>",
            "<|eos|>",
            "<eod>",
            "<eos>",
            "</s>",
            "[EOD]",
            "[EOS]");

    private static final int LISTED = 20;

    /** Requires the component. */
    public EndOfDocument {
      requireNonNull(named, "named");
    }

    /**
     * A special token.
     *
     * @param text text of the token in the vocabulary
     * @param id id of the token in the vocabulary
     */
    record Token(String text, int id) {
      /** Returns the token as JSON with sorted fields, for records. */
      SortedMap<String, Object> json() {
        return new TreeMap<>(Map.of("id", id, "token", text));
      }
    }

    /**
     * Finds the requested token.
     *
     * @param specials ids of the special tokens
     * @param directory the directory of the tokenizer that has these tokens
     * @throws JobRefusedException if the requested token does not exist, or if no token or several
     *     tokens are known to end documents
     */
    Token in(Map<String, Integer> specials, Path directory) {
      String text = named.orElseGet(() -> known(specials.keySet(), directory));
      if (!specials.containsKey(text)) {
        throw new JobRefusedException(
            "--eod %s: %s has no such special token; the tokenizer has %s"
                .formatted(text, directory, listed(specials.keySet())));
      }
      return new Token(text, specials.get(text));
    }

    private static String known(Collection<String> specials, Path directory) {
      List<String> known = KNOWN.stream().filter(specials::contains).toList();
      if (known.isEmpty()) {
        throw new JobRefusedException(
            "--append-eod: no special token of %s is known to end documents; the tokenizer has %s: choose a token with --eod TOKEN, or train the tokenizer with --special-token '%s'"
                .formatted(directory, listed(specials), KNOWN.get(0)));
      }
      if (known.size() > 1) {
        throw new JobRefusedException(
            "--append-eod: several special tokens of %s are known to end documents (%s): choose a token with --eod TOKEN"
                .formatted(directory, listed(known)));
      }
      return known.get(0);
    }

    private static String listed(Collection<String> tokens) {
      if (tokens.isEmpty()) {
        return "none";
      }
      List<String> first = new TreeSet<>(tokens).stream().limit(LISTED).toList();
      int more = tokens.size() - first.size();
      return String.join(", ", first) + (more > 0 ? " and %,d more".formatted(more) : "");
    }
  }
}
