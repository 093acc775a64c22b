package dev.sluice.operators.neardup;

import dev.sluice.algorithms.neardup.Fingerprint;
import dev.sluice.algorithms.neardup.Signature;
import dev.sluice.algorithms.neardup.Signer;
import dev.sluice.algorithms.neardup.SimHash;
import java.util.stream.IntStream;

/**
 * Computes the SimHash of a text from its sequences of three units, and keys that find texts with
 * similar hashes. The hash is cut into six blocks. Hashes that differ in at most {@value #DISTANCE}
 * bits agree in three of the blocks, and there are {@value #TABLES} ways to choose three (Manku,
 * Jain, Das Sarma: Detecting Near-Duplicates for Web Crawling, WWW 2007). Not thread-safe.
 */
public final class SimHashSigner implements Signer {
  /** The maximum number of bits in which hashes differ that have a key in common. */
  public static final int DISTANCE = 3;

  /** The number of keys. */
  public static final int TABLES = 20;

  private static final int BLOCKS = 6;
  private static final long[] MASKS =
      IntStream.range(0, 1 << BLOCKS)
          .filter(choice -> Integer.bitCount(choice) == DISTANCE)
          .mapToLong(SimHashSigner::mask)
          .toArray();
  private static final long[] NO_PARITIES = {};

  private final UnitScanner scanner = new UnitScanner();
  private final SimHash hash = new SimHash();

  private static long mask(int choice) {
    long mask = 0;
    for (int block = 0; block < BLOCKS; block++) {
      mask |= (choice >> block & 1) == 0 ? 0 : block(block);
    }
    return mask;
  }

  private static long block(int number) {
    int from = number * Long.SIZE / BLOCKS;
    int to = (number + 1) * Long.SIZE / BLOCKS;
    return -1L >>> Long.SIZE - (to - from) << from;
  }

  /**
   * Returns a fingerprint whose {@link Fingerprint#units} are the SimHash. Other bits distinguish
   * copies from similar texts.
   */
  @Override
  public Signature sign(byte[] text, int offset, int length) {
    int count = scanner.scan(text, offset, length);
    if (count == 0) {
      return Signature.NONE;
    }
    hash.clear();
    long all = TextSigner.hash(scanner.units(), count);
    if (count < TextSigner.SEQUENCE_UNITS) {
      hash.add(all);
    } else {
      int sequences = TextSigner.sequences(scanner.units(), count);
      for (int i = 0; i < sequences; i++) {
        hash.add(TextSigner.mix(scanner.units()[i]));
      }
    }
    long bits = hash.fingerprint();
    long[] keys = new long[TABLES];
    for (int table = 0; table < TABLES; table++) {
      long key = (bits & MASKS[table]) + table * TextSigner.FACTOR;
      keys[table] = TextSigner.mix(key) >>> Long.SIZE - Signature.KEY_BITS;
    }
    return new Signature(keys, Fingerprint.of(bits, (int) (all >>> 33), true, NO_PARITIES));
  }
}
