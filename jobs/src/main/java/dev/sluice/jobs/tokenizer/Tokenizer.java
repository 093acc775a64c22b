package dev.sluice.jobs.tokenizer;

import static java.util.Objects.requireNonNull;

import dev.sluice.algorithms.bpe.BpeEncoder;
import dev.sluice.algorithms.bpe.BpeModel;
import dev.sluice.algorithms.words.PreTokenizer;
import dev.sluice.algorithms.words.TextNormaliser;

/** Everything that determines ids: normalisation, pre-tokenizer, and vocabulary. Immutable. */
public record Tokenizer(TextNormaliser normaliser, PreTokenizer preTokenizer, BpeModel model) {
  /** Requires all components. */
  public Tokenizer {
    requireNonNull(normaliser, "normaliser");
    requireNonNull(preTokenizer, "preTokenizer");
    requireNonNull(model, "model");
  }

  /** A new encoder, which never finds special tokens in texts. Not thread-safe. */
  public BpeEncoder encoder() {
    return new BpeEncoder(model, preTokenizer, normaliser, false);
  }
}
