package dev.sluice.operators.neardup;

import dev.sluice.algorithms.neardup.Fingerprint;
import dev.sluice.algorithms.neardup.MinHasher;
import java.util.Arrays;

/**
 * Computes what near-duplicates are found and proved by: the keys of a text, of which two similar
 * texts have one in common, and its fingerprint, which says how much of a text another one
 * contains. Keys are those of sequences of five units, fingerprints those of three, so that a
 * difference in one place counts for as little as possible in a fingerprint and for as much in a
 * key.
 *
 * <p>Memory: 8 bytes for each unit of the longest text so far, at most 12 for short ones. Not
 * thread-safe.
 */
public final class TextSigner {
  /** The most keys of a text. */
  public static final int KEYS = 14;

  private static final int ROWS = 8; // of a key

  /** The bits of a key. */
  public static final int KEY_BITS = 48;

  /** Units of a sequence that keys are made of; a shorter text has one key, of all its units. */
  static final int KEY_UNITS = 5;

  /** Units of a sequence of the fingerprint. */
  static final int SEQUENCE_UNITS = 3;

  /** Separates the key of a short text from those of bands. */
  static final long SHORT = 0x5368_6F72_7454_6578L; // "ShortTex"

  private static final long KEY_MASK = (1L << KEY_BITS) - 1;
  static final long FACTOR = 0x9E6B_5A7C_3D1F_8B45L;

  /** Odd; less one it is twice an odd number, so that exchanged units hardly lose a bit. */
  static final long BASE = 0xD134_2543_DE82_EF95L | 2;

  private static final long BASE_3 = BASE * BASE * BASE;
  private static final long BASE_5 = BASE_3 * BASE * BASE;
  private static final int TOGETHER = 1_024;

  private final UnitScanner scanner = new UnitScanner(this::add);
  private final MinHasher hasher = new MinHasher(KEYS, ROWS);
  private final long[] batch = new long[TOGETHER];
  private final SequenceSet sequences = new SequenceSet();
  private final long[] last = new long[KEY_UNITS];
  private int waiting;
  private int oldest;
  private long units;
  private long of5;
  private long of3;
  private long all;

  /**
   * Computes the keys and the fingerprint of a text.
   *
   * @param text well-formed UTF-8
   * @param salt part of each key: texts with different salts have no key in common
   * @param keys receives the keys, {@link #KEY_BITS} bits each
   * @return the number of keys: {@value #KEYS}, 1 for a text of fewer than five units, 0 for a text
   *     without units, which is similar to none
   */
  public int sign(byte[] text, int offset, int length, long salt, long[] keys) {
    begin();
    scanner.scan(text, offset, length);
    if (units == 0) {
      return 0;
    }
    int count = units < KEY_UNITS ? shortKey(keys) : bandKeys(keys);
    for (int i = 0; i < count; i++) {
      keys[i] = (keys[i] ^ salt) & KEY_MASK;
    }
    return count;
  }

  /** The fingerprint of the text that was signed last. */
  public Fingerprint fingerprint() {
    return units < KEY_UNITS
        ? Fingerprint.ofShort(mix(all + units * FACTOR))
        : sequences.fingerprint(mix(all + units * FACTOR));
  }

  private void begin() {
    hasher.clear();
    sequences.clear();
    Arrays.fill(last, 0);
    waiting = 0;
    oldest = 0;
    units = 0;
    of5 = 0;
    of3 = 0;
    all = 0;
  }

  private void add(long unit) {
    int third = oldest + KEY_UNITS - SEQUENCE_UNITS;
    of3 = of3 * BASE + unit - last[third >= KEY_UNITS ? third - KEY_UNITS : third] * BASE_3;
    of5 = of5 * BASE + unit - last[oldest] * BASE_5;
    all = all * BASE + unit;
    last[oldest] = unit;
    oldest = oldest + 1 == KEY_UNITS ? 0 : oldest + 1;
    units++;
    if (units >= SEQUENCE_UNITS) {
      sequences.add(mix(of3));
    }
    if (units >= KEY_UNITS) {
      batch[waiting++] = mix(of5);
      if (waiting == TOGETHER) {
        hasher.accept(batch, waiting);
        waiting = 0;
      }
    }
  }

  private int bandKeys(long[] keys) {
    hasher.accept(batch, waiting);
    hasher.keys(keys);
    return KEYS;
  }

  private int shortKey(long[] keys) {
    keys[0] = mix(all + units * FACTOR) ^ SHORT;
    return 1;
  }

  static long mix(long value) {
    long mixed = (value ^ value >>> 32) * FACTOR;
    mixed = (mixed ^ mixed >>> 29) * FACTOR;
    return mixed ^ mixed >>> 32;
  }
}
