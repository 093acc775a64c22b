package dev.sluice.operators.shingle;

/** Finds the units of a text. */
@FunctionalInterface
interface TextScanner {
  /** Finds those of well-formed UTF-8, and hands each on. */
  void scan(byte[] text, int offset, int length);
}
