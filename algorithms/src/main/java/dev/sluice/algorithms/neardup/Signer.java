package dev.sluice.algorithms.neardup;

/** Computes the keys and the fingerprint of texts. Used by one thread. */
@FunctionalInterface
public interface Signer {
  /**
   * Computes the keys of a text.
   *
   * @param text well-formed UTF-8
   */
  Signature sign(byte[] text, int offset, int length);
}
