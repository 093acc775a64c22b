package dev.sluice.algorithms.fasttext;

/** The hash of words and subwords: FNV-1a over bytes that are signed. */
final class FastTextHash {
  static final int BEGIN = 0x811C9DC5;

  private static final int PRIME = 0x01000193;

  private FastTextHash() {}

  /** Continues a hash with a byte. */
  static int next(int hash, byte value) {
    return (hash ^ value) * PRIME;
  }

  static int of(byte[] bytes, int offset, int length) {
    int hash = BEGIN;
    for (int i = offset; i < offset + length; i++) {
      hash = next(hash, bytes[i]);
    }
    return hash;
  }
}
