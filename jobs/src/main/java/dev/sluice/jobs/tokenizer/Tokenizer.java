package dev.sluice.jobs.tokenizer;

import static java.util.Objects.requireNonNull;

import dev.sluice.algorithms.bpe.BpeEncoder;
import dev.sluice.algorithms.bpe.BpeModel;
import dev.sluice.algorithms.words.PreTokenizer;
import dev.sluice.algorithms.words.TextNormaliser;

/**
 * All that turns a text into ids: what is done to it first, how it is cut, and the vocabulary.
 * Immutable.
 */
public record Tokenizer(TextNormaliser normaliser, PreTokenizer preTokenizer, BpeModel model) {
  /** Checks that everything is there. */
  public Tokenizer {
    requireNonNull(normaliser, "normaliser");
    requireNonNull(preTokenizer, "preTokenizer");
    requireNonNull(model, "model");
  }

  /** Turns texts into ids; special tokens are never found in them. For one thread. */
  public BpeEncoder encoder() {
    return new BpeEncoder(model, preTokenizer, normaliser, false);
  }
}
