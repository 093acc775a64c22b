package dev.sluice.operators.neardup;

import dev.sluice.algorithms.neardup.Fingerprint;
import dev.sluice.algorithms.neardup.SimHash;

/**
 * Computes the SimHash of a text from its sequences of three units, and the keys by which texts of
 * similar hashes are found: the hash is cut into six blocks, and hashes that differ in at most
 * {@value #DISTANCE} bits agree in three of them, of which there are {@value #TABLES} choices
 * (Manku, Jain, Das Sarma: Detecting Near-Duplicates for Web Crawling, WWW 2007). Not thread-safe.
 */
public final class SimHashSigner {
  /** Hashes that differ in at most so many bits have a key in common. */
  public static final int DISTANCE = 3;

  /** The number of keys. */
  public static final int TABLES = 20;

  private static final int BLOCKS = 6;
  private static final long[] MASKS = masks();

  private final UnitScanner scanner = new UnitScanner();
  private final SimHash hash = new SimHash();
  private long fingerprint;

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

  /**
   * Computes the keys of a text.
   *
   * @param text well-formed UTF-8
   * @param keys receives the keys, {@link TextSigner#KEY_BITS} bits each
   * @return the number of keys; 0 for a text without units, which is similar to none
   */
  public int sign(byte[] text, int offset, int length, long[] keys) {
    int count = scanner.scan(text, offset, length);
    if (count == 0) {
      return 0;
    }
    hash.clear();
    if (count < TextSigner.SEQUENCE_UNITS) {
      hash.add(TextSigner.hash(scanner.units(), count));
    } else {
      int sequences = TextSigner.sequences(scanner.units(), count);
      for (int i = 0; i < sequences; i++) {
        hash.add(TextSigner.mix(scanner.units()[i]));
      }
    }
    fingerprint = hash.fingerprint();
    for (int table = 0; table < TABLES; table++) {
      long key = (fingerprint & MASKS[table]) + table * TextSigner.FACTOR;
      keys[table] = TextSigner.mix(key) >>> Long.SIZE - TextSigner.KEY_BITS;
    }
    return TABLES;
  }

  /** The hash of the text that was signed last, as {@link Fingerprint#units}. */
  public Fingerprint fingerprint() {
    return Fingerprint.ofShort(fingerprint);
  }
}
