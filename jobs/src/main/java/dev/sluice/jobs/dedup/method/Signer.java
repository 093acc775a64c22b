package dev.sluice.jobs.dedup.method;

/** Makes of a text what near-duplicates are found by. Used by one thread, text after text. */
public interface Signer {
  /**
   * Signs a text.
   *
   * @param text well-formed UTF-8
   * @param keys takes the keys, as many as the method has at most
   * @param signature takes the compact signature, from {@code at} on
   * @return how many keys there are; none where the text matches nothing
   */
  int sign(byte[] text, int offset, int length, long[] keys, byte[] signature, int at);
}
