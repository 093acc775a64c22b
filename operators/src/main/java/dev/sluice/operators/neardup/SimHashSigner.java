package dev.sluice.operators.neardup;

import dev.sluice.algorithms.neardup.Fingerprint;
import dev.sluice.algorithms.neardup.SimHash;

/**
 * Computes the SimHash of a text from its sequences of three units, and the keys by which texts of
 * similar hashes are found: the hash is cut into six blocks, and hashes that differ in at most
 * {@value #DISTANCE} bits agree in three of them, of which there are {@value #TABLES} choices
 * (Manku, Jain, Das Sarma: Detecting Near-Duplicates for Web Crawling, WWW 2007). Not thread-safe.
 */
public final class SimHashSigner implements Signer {
  /** Hashes that differ in at most so many bits have a key in common. */
  public static final int DISTANCE = 3;

  /** The number of keys. */
  public static final int TABLES = 20;

  private static final int BLOCKS = 6;
  private static final long[] MASKS = masks();
  private static final long[] NO_PARITIES = {};

  private final UnitScanner scanner = new UnitScanner();
  private final SimHash hash = new SimHash();
  private long bits;
  private int second;

  private static long[] masks() {
    long[] masks = new long[TABLES];
    int count = 0;
    for (int choice = 0; choice < 1 << BLOCKS; choice++) {
      if (Integer.bitCount(choice) == DISTANCE) {
        for (int block = 0; block < BLOCKS; block++) {
          masks[count] |= (choice >> block & 1) == 0 ? 0 : block(block);
        }
        count++;
      }
    }
    return masks;
  }

  private static long block(int number) {
    int from = number * Long.SIZE / BLOCKS;
    int to = (number + 1) * Long.SIZE / BLOCKS;
    return -1L >>> Long.SIZE - (to - from) << from;
  }

  @Override
  public int sign(byte[] text, int offset, int length, long[] keys) {
    int count = scanner.scan(text, offset, length);
    if (count == 0) {
      return 0;
    }
    hash.clear();
    long all = TextSigner.hash(scanner.units(), count);
    second = (int) (all >>> 33);
    if (count < TextSigner.SEQUENCE_UNITS) {
      hash.add(all);
    } else {
      int sequences = TextSigner.sequences(scanner.units(), count);
      for (int i = 0; i < sequences; i++) {
        hash.add(TextSigner.mix(scanner.units()[i]));
      }
    }
    bits = hash.fingerprint();
    for (int table = 0; table < TABLES; table++) {
      long key = (bits & MASKS[table]) + table * TextSigner.FACTOR;
      keys[table] = TextSigner.mix(key) >>> Long.SIZE - TextSigner.KEY_BITS;
    }
    return TABLES;
  }

  /** The SimHash is in {@link Fingerprint#units}; other bits tell copies from similar texts. */
  @Override
  public Fingerprint fingerprint() {
    return Fingerprint.of(bits, second, true, NO_PARITIES);
  }
}
