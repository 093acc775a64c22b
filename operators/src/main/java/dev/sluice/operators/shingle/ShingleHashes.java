package dev.sluice.operators.shingle;

import dev.sluice.algorithms.neardup.ShingleSink;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * Hashes of sequences of n units, from the hashes of the units: the sum of the units' hashes, each
 * multiplied by another power of a number, modulo 2^64, then mixed; so order counts, and a step
 * takes the same time for every n. Two different sequences share a hash with a probability of about
 * 2^-64 as long as the units' hashes are random.
 *
 * <p>Memory: 8 KB, and 8 bytes for each unit of a shingle. Not thread-safe.
 */
final class ShingleHashes implements Shingles {
  /** Odd; less one it is twice an odd number, so that exchanged units hardly lose a bit. */
  private static final long BASE = 0xD134_2543_DE82_EF95L | 2;

  private static final long FACTOR = 0x9E6B_5A7C_3D1F_8B45L;

  private final long[] window;
  private final long beyond;
  private final ShingleBatch batch = new ShingleBatch();
  private int oldest;
  private long units;
  private long sum;

  /**
   * @param length the units of a shingle, at least 1
   */
  ShingleHashes(int length) {
    window = new long[length];
    long power = 1;
    for (int i = 0; i < length; i++) {
      power *= BASE;
    }
    beyond = power;
  }

  @Override
  public void begin(ShingleSink sink) {
    batch.begin(sink);
    Arrays.fill(window, 0);
    oldest = 0;
    units = 0;
    sum = 0;
  }

  /** Takes the next unit of the text. */
  void add(long unit) {
    sum = sum * BASE + unit - window[oldest] * beyond;
    window[oldest] = unit;
    oldest = oldest + 1 == window.length ? 0 : oldest + 1;
    if (++units >= window.length) {
      batch.add(mix(sum));
    }
  }

  @Override
  public long end() {
    batch.flush();
    return Math.max(0, units - window.length + 1);
  }

  @Override
  public OptionalLong shortText() {
    return units > 0 && units < window.length
        ? OptionalLong.of(mix(sum + units * FACTOR))
        : OptionalLong.empty();
  }

  private static long mix(long value) {
    long mixed = (value ^ value >>> 32) * FACTOR;
    mixed = (mixed ^ mixed >>> 29) * FACTOR;
    return mixed ^ mixed >>> 32;
  }
}
