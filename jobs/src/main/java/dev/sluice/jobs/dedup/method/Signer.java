package dev.sluice.jobs.dedup.method;

/** Computes the keys and the signature of texts. Used by one thread. */
public interface Signer {
  /**
   * Signs a text.
   *
   * @param text well-formed UTF-8
   * @param keys receives the keys
   * @param signature receives the compact signature, from {@code at} on
   * @return the number of keys; 0 if the text matches nothing
   */
  int sign(byte[] text, int offset, int length, long[] keys, byte[] signature, int at);
}
