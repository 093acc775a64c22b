package dev.sluice.jobs.dedup.spill;

/**
 * A band key and a document as 12 bytes, a long and an int: the upper 56 bits of the key, and 40
 * bits of the document's number. At 1.5 billion documents of 14 keys 56 bits make about 3,000 pairs
 * that share no key of 64.
 */
public final class BandRecord {
  /** On disk, and in memory. */
  public static final int BYTES = Long.BYTES + Integer.BYTES;

  /** The bits of a key that count. */
  public static final int KEY_BITS = 56;

  /** Numbers of documents are below. */
  static final long MAX_DOCUMENTS = 1L << 40;

  private static final int HIGH_BITS = Long.SIZE - KEY_BITS;

  private BandRecord() {}

  /** The key and the upper 8 bits of the document's number. */
  public static long word(long key, long document) {
    return key & -1L << HIGH_BITS | document >>> Integer.SIZE;
  }

  /** The document's number. */
  public static long document(long word, int low) {
    return (word & (1 << HIGH_BITS) - 1) << Integer.SIZE | low & 0xFFFF_FFFFL;
  }

  /** What words of the same key agree in. */
  public static long key(long word) {
    return word >>> HIGH_BITS;
  }
}
