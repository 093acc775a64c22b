package dev.sluice.jobs.dedup;

import dev.sluice.algorithms.neardup.ShingleSink;
import dev.sluice.jobs.dedup.method.TrueSimilarity;
import dev.sluice.jobs.dedup.spill.Sets;
import dev.sluice.operators.minhash.BandSigner;
import dev.sluice.operators.shingle.Shingler;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Builds the set of a text's shingles, as 32-bit hashes. Of two texts with n shingles in total, n /
 * 2^33 shingles are expected to collide. Not thread-safe. Memory: that of the longest text.
 */
final class ShingleSet implements ShingleSink {
  private final Shingler shingler;
  private int[] numbers = new int[1 << 10];
  private int count;

  ShingleSet(TrueSimilarity rule) {
    this.shingler = rule.hashing().shingler(rule.unit(), rule.length());
  }

  /** The set of a text; for a text shorter than a shingle, a special set or none. */
  Optional<byte[]> of(byte[] text, int offset, int length) {
    count = 0;
    if (shingler.shingle(text, offset, length, this) == 0) {
      OptionalLong units = shingler.shortText();
      if (units.isEmpty()) {
        return Optional.empty();
      }
      accept(new long[] {units.getAsLong() ^ BandSigner.SHORT}, 1);
    }
    return Optional.of(Sets.of(numbers, count));
  }

  @Override
  public void accept(long[] hashes, int more) {
    if (count + more > numbers.length) {
      numbers = Arrays.copyOf(numbers, Math.max(count + more, numbers.length + numbers.length / 2));
    }
    for (int i = 0; i < more; i++) {
      numbers[count++] = (int) (hashes[i] ^ hashes[i] >>> Integer.SIZE);
    }
  }
}
