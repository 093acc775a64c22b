package dev.sluice.jobs.dedup.method;

import dev.sluice.algorithms.neardup.Similarity;
import dev.sluice.operators.minhash.BandSigner;

/** Signs by MinHash. A text shorter than a shingle has one key, of all its units. */
final class MinHashSigner implements Signer {
  private final BandSigner signer;
  private final boolean compacts;

  MinHashSigner(MinHashMethod method) {
    this.signer = method.bandKeys().signer();
    this.compacts = method.signatureBytes() > 0;
  }

  @Override
  public int sign(byte[] text, int offset, int length, long[] keys, byte[] signature, int at) {
    int count = signer.sign(text, offset, length, keys);
    if (compacts && count > 0) {
      long[] rows = signer.rows();
      Similarity.compact(rows, rows.length, signature, at);
    }
    return count;
  }
}
