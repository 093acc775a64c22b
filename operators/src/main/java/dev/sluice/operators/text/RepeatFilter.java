package dev.sluice.operators.text;

/**
 * Selects hashes that may occur more than once. One bit per hash, and a second bit that is set if
 * the first one was set already. Never misses a repeated hash; passes about 6 % of the others,
 * which are then counted in a small table. The bits fit into the first-level cache, unlike a table
 * of all hashes, and the loop has no unpredictable branches.
 *
 * <p>Memory: 4 to 8 bytes per hash.
 */
final class RepeatFilter {
  private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;
  private static final long BITS_PER_HASH = 16;

  private final long[] again;
  private final int shift;

  /** A filter for the first {@code count} hashes. */
  RepeatFilter(long[] hashes, int count) {
    int bits = 64 - Long.numberOfLeadingZeros(Math.max(4, count) * BITS_PER_HASH - 1);
    shift = 64 - bits;
    again = new long[1 << bits - 6];
    long[] once = new long[1 << bits - 6];
    for (int i = 0; i < count; i++) {
      long place = hashes[i] * SPREAD >>> shift;
      int word = (int) (place >>> 6);
      long before = once[word];
      long bit = 1L << place;
      again[word] |= before & bit;
      once[word] = before | bit;
    }
  }

  /** 1 for a hash that may occur more than once, else 0. */
  int flag(long hash) {
    long place = hash * SPREAD >>> shift;
    return (int) (again[(int) (place >>> 6)] >>> place & 1);
  }

  /** Moves the hashes that may be repeated to the front, in order. Returns their number. */
  int keep(long[] hashes) {
    int kept = 0;
    for (long hash : hashes) {
      hashes[kept] = hash;
      kept += flag(hash);
    }
    return kept;
  }
}
