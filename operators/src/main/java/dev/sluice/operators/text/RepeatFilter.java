package dev.sluice.operators.text;

/**
 * Tells which of many hashes may occur more than once, where most do not: a bit for each hash, and
 * a second one where the bit was there already. It misses no hash that is repeated, and of the
 * others it lets some 6 in 100 pass, to be counted in a table that is small then. The bits fit the
 * processor's nearest cache, which a table of all hashes does not; and nothing here branches on
 * what is found.
 *
 * <p>Memory: 4 to 8 bytes a hash.
 */
final class RepeatFilter {
  private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;
  private static final long BITS_PER_HASH = 16;

  private final long[] again;
  private final int shift;

  /** A filter of the first {@code count} of these hashes. */
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

  /** Moves those that may occur more than once to the beginning, in their order; how many. */
  int keep(long[] hashes) {
    int kept = 0;
    for (long hash : hashes) {
      hashes[kept] = hash;
      kept += flag(hash);
    }
    return kept;
  }
}
