package dev.sluice.jobs.validate.source;

import dev.sluice.algorithms.neardup.ShingleSink;
import dev.sluice.algorithms.neardup.Similarity;
import dev.sluice.operators.minhash.BandKeys;
import dev.sluice.operators.minhash.BandSigner;
import dev.sluice.operators.shingle.Shingler;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * The signature of a text and the set of its shingles. Immutable. Memory: eight bytes a shingle.
 */
final class SignedText {
  private final long[] rows;
  private final long[] set;

  /**
   * @param signer that signed this text last
   * @param text well-formed UTF-8, in an array
   */
  SignedText(BandKeys keys, BandSigner signer, ByteBuffer text) {
    this.rows = signer.rows().clone();
    Shingler shingler = keys.hashing().shingler(keys.unit(), keys.length());
    Collected collected = new Collected();
    long shingles =
        shingler.shingle(
            text.array(), text.arrayOffset() + text.position(), text.remaining(), collected);
    OptionalLong units = shingler.shortText();
    if (shingles == 0 && units.isPresent()) {
      collected.accept(new long[] {units.getAsLong() ^ BandSigner.SHORT}, 1);
    }
    int size = Similarity.sortedSet(collected.hashes, collected.count);
    this.set = Arrays.copyOf(collected.hashes, size);
  }

  /** The fraction of rows that both have in common. */
  double estimate(SignedText other) {
    return Similarity.estimate(rows, other.rows, rows.length);
  }

  /** The true Jaccard similarity of the shingles. */
  double jaccard(SignedText other) {
    return Similarity.jaccard(set, set.length, other.set, other.set.length);
  }

  private static final class Collected implements ShingleSink {
    private long[] hashes = new long[1 << 10];
    private int count;

    @Override
    public void accept(long[] more, int added) {
      if (count + added > hashes.length) {
        hashes = Arrays.copyOf(hashes, Math.max(count + added, 2 * hashes.length));
      }
      System.arraycopy(more, 0, hashes, count, added);
      count += added;
    }
  }
}
