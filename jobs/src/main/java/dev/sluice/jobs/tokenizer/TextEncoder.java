package dev.sluice.jobs.tokenizer;

import dev.sluice.algorithms.bpe.TokenBuffer;

/** Encodes texts as ids. Not thread-safe. */
@FunctionalInterface
interface TextEncoder {
  /** Appends the ids of a text, which must be valid UTF-8. */
  void encode(byte[] text, int offset, int length, TokenBuffer ids);
}
