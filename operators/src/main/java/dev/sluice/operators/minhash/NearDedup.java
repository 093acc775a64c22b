package dev.sluice.operators.minhash;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.algorithms.neardup.SketchCheck;
import dev.sluice.algorithms.neardup.XxHash64;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Near-deduplication in the stream: a document is removed if an earlier one in scope has the same
 * key in at least one band, whether or not that one was removed itself. With a check, the first
 * document in scope with that key must also be similar to it, by an estimate; later ones with the
 * key do not count.
 *
 * @param keys how a text becomes keys
 * @param scope which earlier documents count
 * @param least estimate of a similar document, more than 0 and at most 1; empty without a check
 */
public record NearDedup(BandKeys keys, NearDedupScope scope, OptionalDouble least) {
  /** The bits of a key as it travels and is stored: the lowest of a band's key. */
  public static final int KEY_BITS = 48;

  private static final long KEY_MASK = (1L << KEY_BITS) - 1;

  /** One without a check. */
  public NearDedup(BandKeys keys, NearDedupScope scope) {
    this(keys, scope, OptionalDouble.empty());
  }

  /** How documents with a common key are compared; empty if they are not. */
  public Optional<SketchCheck> check() {
    return least.isPresent()
        ? Optional.of(new SketchCheck(keys.bands().total(), least.getAsDouble()))
        : Optional.empty();
  }

  /** Bytes of a document's sketch; 0 without a check. */
  public int sketchBytes() {
    return check().map(SketchCheck::bytes).orElse(0);
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

  /**
   * Computes the keys of a document, and its sketch if there is a check.
   *
   * @param sketch receives {@link #sketchBytes} bytes, if the document has keys
   * @return the number of keys, as {@link BandSigner#sign} does
   */
  public int sign(
      BandSigner signer,
      byte[] text,
      int offset,
      int length,
      String dump,
      long[] into,
      byte[] sketch) {
    int count = sign(signer, text, offset, length, dump, into);
    if (count > 0 && sketch.length > 0) {
      check().orElseThrow().sketch(signer.rows(), sketch, 0);
    }
    return count;
  }

  private static long salt(String dump) {
    byte[] name = dump.getBytes(UTF_8);
    return XxHash64.hash(name, 0, name.length, 0);
  }
}
