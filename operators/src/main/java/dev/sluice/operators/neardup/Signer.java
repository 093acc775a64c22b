package dev.sluice.operators.neardup;

import dev.sluice.algorithms.neardup.Fingerprint;

/** Computes what texts are found and compared by. Used by one thread. */
public interface Signer {
  /**
   * Signs a text.
   *
   * @param text well-formed UTF-8
   * @param keys receives the keys, {@link TextSigner#KEY_BITS} bits each
   * @return the number of keys; 0 if the text is similar to none
   */
  int sign(byte[] text, int offset, int length, long[] keys);

  /** The fingerprint of the text that was signed last. */
  Fingerprint fingerprint();
}
