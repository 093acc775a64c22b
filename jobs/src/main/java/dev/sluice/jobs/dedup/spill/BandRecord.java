package dev.sluice.jobs.dedup.spill;

/**
 * A band key and a document number in 12 bytes, a long and an int: the upper 56 bits of the key,
 * and 40 bits of the number. With 1.5 billion documents and 14 keys each, 56 bits lead to about
 * 3,000 pairs that 64 bits would not.
 */
public final class BandRecord {
  /** Size on disk and in memory. */
  public static final int BYTES = Long.BYTES + Integer.BYTES;

  /** Number of bits of a key that are compared. */
  public static final int KEY_BITS = 56;

  /** Document numbers are less than this. */
  static final long MAX_DOCUMENTS = 1L << 40;

  private static final int HIGH_BITS = Long.SIZE - KEY_BITS;

  private BandRecord() {}

  /** The key and the upper 8 bits of the document number. */
  public static long word(long key, long document) {
    return key & -1L << HIGH_BITS | document >>> Integer.SIZE;
  }

  /** The document number. */
  public static long document(long word, int low) {
    return (word & (1 << HIGH_BITS) - 1) << Integer.SIZE | low & 0xFFFF_FFFFL;
  }

  /** The part that words with the same key have in common. */
  public static long key(long word) {
    return word >>> HIGH_BITS;
  }
}
