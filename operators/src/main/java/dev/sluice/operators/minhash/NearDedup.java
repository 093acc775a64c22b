package dev.sluice.operators.minhash;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.algorithms.neardup.XxHash64;
import java.util.Objects;

/**
 * Near-deduplication in the stream: a document is removed if an earlier one in scope has the same
 * key in at least one band, whether or not that one was removed itself.
 *
 * @param keys how a text becomes keys
 * @param scope which earlier documents count
 */
public record NearDedup(BandKeys keys, NearDedupScope scope) {
  /** The bits of a key as it travels and is stored: the lowest of a band's key. */
  public static final int KEY_BITS = 48;

  private static final long KEY_MASK = (1L << KEY_BITS) - 1;

  /** Checks that nothing is missing. */
  public NearDedup {
    Objects.requireNonNull(keys, "keys");
    Objects.requireNonNull(scope, "scope");
  }

  /** The number of bands. */
  public int bands() {
    return keys.bands().bands();
  }

  /**
   * Computes the keys of a document, each of {@link #KEY_BITS} bits. With the scope {@code dump},
   * the name of the dump is part of each key, so that documents of two dumps have none in common.
   *
   * @param signer of {@link #keys}
   * @param text well-formed UTF-8
   * @param into receives the key of each band
   * @return the number of keys, as {@link BandSigner#sign} does
   */
  public int sign(
      BandSigner signer, byte[] text, int offset, int length, String dump, long[] into) {
    int count = signer.sign(text, offset, length, into);
    long salt = scope == NearDedupScope.DUMP ? salt(dump) : 0;
    for (int band = 0; band < count; band++) {
      into[band] = (into[band] ^ salt) & KEY_MASK;
    }
    return count;
  }

  private static long salt(String dump) {
    byte[] name = dump.getBytes(UTF_8);
    return XxHash64.hash(name, 0, name.length, 0);
  }
}
