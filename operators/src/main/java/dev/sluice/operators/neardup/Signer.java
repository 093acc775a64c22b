package dev.sluice.operators.neardup;

import dev.sluice.algorithms.neardup.Signature;

/** Computes what texts are found and compared by. Used by one thread. */
@FunctionalInterface
public interface Signer {
  /**
   * Signs a text.
   *
   * @param text well-formed UTF-8
   */
  Signature sign(byte[] text, int offset, int length);
}
