package dev.sluice.operators.neardup;

import dev.sluice.algorithms.neardup.Fingerprint;
import dev.sluice.algorithms.neardup.MinHasher;
import dev.sluice.algorithms.neardup.Signature;
import dev.sluice.algorithms.neardup.Signer;

/**
 * Computes the keys and the fingerprint of a text. Two similar texts have a key in common, and
 * their fingerprints show how much of one text the other one contains. Keys are those of sequences
 * of five units, fingerprints those of three, so that a difference in one place counts for as
 * little as possible in a fingerprint and for as much in a key.
 *
 * <p>Memory: 8 to 16 bytes for each unit of the longest text so far, and up to 512 KB. Not
 * thread-safe.
 */
public final class TextSigner implements Signer {
  /** The maximum number of keys of a text for near-deduplication. */
  public static final int KEYS = 14;

  private static final int ROWS = 8; // of a key

  /** Of pairs of texts with a similarity of 0.7, one in 2,200 has none of 28 keys in common. */
  private static final int TAKE_DOWN_KEYS = 28;

  private static final int TAKE_DOWN_ROWS = 4;

  /**
   * The number of units in a sequence from which keys are made. A shorter text has one key, made of
   * all its units.
   */
  static final int KEY_UNITS = 5;

  /** The number of units in a sequence of the fingerprint. */
  static final int SEQUENCE_UNITS = 3;

  /** A salt that separates the key of a short text from the keys of bands. */
  static final long SHORT = 0x5368_6F72_7454_6578L; // "ShortTex"

  private static final long KEY_MASK = (1L << Signature.KEY_BITS) - 1;
  static final long FACTOR = 0x9E6B_5A7C_3D1F_8B45L;

  /**
   * The factor of the hash. It is odd, and one less is twice an odd number, so that swapped units
   * lose hardly any bits.
   */
  static final long BASE = 0xD134_2543_DE82_EF95L | 2;

  private static final int TOGETHER = 1_024;

  private final UnitScanner scanner = new UnitScanner();
  private final MinHasher hasher;
  private final long[] batch = new long[TOGETHER];
  private final SequenceSet sequences = new SequenceSet();

  /** Creates a signer for near-deduplication. */
  public TextSigner() {
    this(KEYS, ROWS);
  }

  private TextSigner(int keys, int rows) {
    this.hasher = new MinHasher(keys, rows);
  }

  /**
   * Creates a signer for take-downs. Its signatures have more keys, each of fewer rows, so that
   * hardly any near-copy of a text has no key in common with it. They cannot be compared with
   * signatures of near-deduplication.
   */
  public static TextSigner forTakeDowns() {
    return new TextSigner(TAKE_DOWN_KEYS, TAKE_DOWN_ROWS);
  }

  @Override
  public Signature sign(byte[] text, int offset, int length) {
    return sign(text, offset, length, 0);
  }

  /**
   * Computes the keys and the fingerprint of a text. There are {@value #KEYS} keys, or 28 for
   * take-downs, one for a text of fewer than five units, and none for a text without units, which
   * is similar to none.
   *
   * @param text well-formed UTF-8
   * @param salt part of each key: texts with different salts have no key in common
   */
  public Signature sign(byte[] text, int offset, int length, long salt) {
    int count = scanner.scan(text, offset, length);
    if (count == 0) {
      return Signature.NONE;
    }
    long all = hash(scanner.units(), count);
    Signature signature =
        count < KEY_UNITS
            ? new Signature(new long[] {all ^ SHORT}, Fingerprint.ofShort(all))
            : signLong(all, scanner.units(), count);
    long[] keys = signature.keys();
    for (int i = 0; i < keys.length; i++) {
      keys[i] = (keys[i] ^ salt) & KEY_MASK;
    }
    return signature;
  }

  private Signature signLong(long all, long[] units, int count) {
    int size = sequences(units, count);
    hasher.clear();
    int ofKeys = size - (KEY_UNITS - SEQUENCE_UNITS);
    for (int from = 0; from < ofKeys; from += TOGETHER) {
      int some = Math.min(TOGETHER, ofKeys - from);
      for (int i = 0; i < some; i++) {
        batch[i] = mix(units[from + i] * FACTOR + units[from + i + 2]);
      }
      hasher.accept(batch, some);
    }
    return new Signature(hasher.keys(), sequences.fingerprint(all, units, size));
  }

  /** Returns a hash of the units and their number. */
  static long hash(long[] units, int count) {
    long hash = 0;
    for (int i = 0; i < count; i++) {
      hash = hash * BASE + units[i];
    }
    return mix(hash + count * FACTOR);
  }

  /**
   * Replaces units by the hashes of all sequences of three. The hashes of two sequences whose
   * starts are two units apart give the hash of a sequence of five.
   *
   * @return the number of sequences
   */
  static int sequences(long[] units, int count) {
    int size = Math.max(0, count - SEQUENCE_UNITS + 1);
    for (int i = 0; i < size; i++) {
      units[i] = (units[i] * BASE + units[i + 1]) * BASE + units[i + 2];
    }
    return size;
  }

  /** Mixes a value. Units are already mixed, so one multiplication is enough for sums of them. */
  static long mix(long value) {
    long mixed = (value ^ value >>> 32) * FACTOR;
    return mixed ^ mixed >>> 32;
  }
}
