package dev.sluice.operators.text;

/**
 * Finds the hashes that occur more than once among many that mostly do not. A first pass leaves a
 * bit for each; where a bit is there already, the hash may be a repeated one; a second pass counts
 * those that may be, in a table that is small then. The bits fit the processor's nearest cache,
 * which a table of all hashes does not.
 *
 * <p>Memory: 2 to 4 bytes a hash, and the table.
 */
final class RepeatedHashes {
  private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

  private RepeatedHashes() {}

  /**
   * Groups of equal hashes: every hash that occurs more than once is in one, with all its
   * occurrences; of the others some are.
   */
  static HashGroups in(long[] hashes) {
    int bits = 64 - Long.numberOfLeadingZeros(Math.max(64, hashes.length) * 8L - 1);
    int shift = 64 - bits;
    long[] once = new long[1 << bits - 6];
    long[] again = new long[1 << bits - 6];
    int doubtful = 0;
    for (long hash : hashes) {
      long place = hash * SPREAD >>> shift;
      long bit = 1L << place;
      int word = (int) (place >>> 6);
      if ((once[word] & bit) != 0) {
        again[word] |= bit;
        doubtful++;
      }
      once[word] |= bit;
    }
    return groups(hashes, again, shift, 2 * doubtful);
  }

  /** The hashes that the second bits are for: at most two for each time a bit was there already. */
  private static HashGroups groups(long[] hashes, long[] again, int shift, int most) {
    HashGroups groups = new HashGroups(most);
    for (long hash : hashes) {
      long place = hash * SPREAD >>> shift;
      if ((again[(int) (place >>> 6)] & 1L << place) != 0) {
        groups.add(hash);
      }
    }
    return groups;
  }
}
