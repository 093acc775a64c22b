package dev.sluice.jobs.dedup.method;

import dev.sluice.algorithms.neardup.MinHasher;
import dev.sluice.algorithms.neardup.Similarity;
import dev.sluice.operators.shingle.Shingler;
import java.util.OptionalLong;

/** Signs by MinHash. A text shorter than a shingle has one key, of all its units. */
public final class MinHashSigner implements Signer {
  /** Separates keys of short texts from those of bands. */
  public static final long SHORT = 0x5368_6F72_7454_6578L; // "ShortTex"

  private final MinHashMethod method;
  private final Shingler shingler;
  private final MinHasher hasher;
  private final long[] rows;
  private final long[] single = new long[1];

  MinHashSigner(MinHashMethod method) {
    this.method = method;
    this.shingler = method.hashing().shingler(method.unit(), method.length());
    this.hasher = method.hashing().hasher(method.bands().total());
    this.rows = new long[method.bands().total()];
  }

  @Override
  public int sign(byte[] text, int offset, int length, long[] keys, byte[] signature, int at) {
    hasher.clear();
    if (shingler.shingle(text, offset, length, hasher) > 0) {
      hasher.signature(rows);
      method.bands().keys(rows, keys);
      compact(signature, at);
      return method.keys();
    }
    OptionalLong units = shingler.shortText();
    if (units.isEmpty()) {
      return 0;
    }
    single[0] = units.getAsLong();
    hasher.accept(single, 1);
    hasher.signature(rows);
    compact(signature, at);
    keys[0] = units.getAsLong() ^ SHORT;
    return 1;
  }

  private void compact(byte[] signature, int at) {
    if (method.signatureBytes() > 0) {
      Similarity.compact(rows, rows.length, signature, at);
    }
  }
}
