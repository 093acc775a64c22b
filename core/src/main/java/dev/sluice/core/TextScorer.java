package dev.sluice.core;

import java.util.OptionalDouble;

/** Gives texts a score, the same for the same text. Not thread-safe: each thread has its own. */
@FunctionalInterface
public interface TextScorer {
  /** The score of a text in UTF-8; empty if it has none. */
  OptionalDouble score(byte[] text, int offset, int length);
}
