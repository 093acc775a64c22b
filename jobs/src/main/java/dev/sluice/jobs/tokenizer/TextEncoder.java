package dev.sluice.jobs.tokenizer;

import dev.sluice.algorithms.bpe.TokenBuffer;

/** Turns texts into ids. For one thread. */
@FunctionalInterface
interface TextEncoder {
  /** Adds the ids of a text, which is valid UTF-8. */
  void encode(byte[] text, int offset, int length, TokenBuffer ids);
}
