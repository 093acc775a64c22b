package dev.sluice.operators.text;

import java.util.Arrays;

/**
 * Counts equal hashes. Groups are numbered in order of appearance. Not thread-safe. Memory: 20 to
 * 28 bytes per hash that may be added.
 */
final class HashGroups {
  private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

  private final int[] slots;
  private final long[] hashes;
  private final int[] counts;
  private int groups;
  private int shift;
  private int mask;

  /**
   * @param most the maximum number of hashes to add before the next {@link #clear}
   */
  HashGroups(int most) {
    slots = new int[places(most)];
    hashes = new long[most];
    counts = new int[most];
    resize(slots.length);
  }

  private static int places(int most) {
    return Integer.highestOneBit(Math.max(4, most)) * 4;
  }

  private void resize(int places) {
    mask = places - 1;
    shift = 64 - Integer.numberOfTrailingZeros(places);
  }

  /** Counts a hash and returns its group. */
  int add(long hash) {
    int place = place(hash);
    int group = slots[place] - 1;
    if (group < 0) {
      group = groups++;
      slots[place] = group + 1;
      hashes[group] = hash;
      counts[group] = 0;
    }
    counts[group]++;
    return group;
  }

  /** Returns the group of a hash, or -1 if it was not added. */
  int find(long hash) {
    return slots[place(hash)] - 1;
  }

  private int place(long hash) {
    int place = (int) (hash * SPREAD >>> shift);
    while (slots[place] != 0 && hashes[slots[place] - 1] != hash) {
      place = place + 1 & mask;
    }
    return place;
  }

  /** Returns the number of groups. */
  int groups() {
    return groups;
  }

  /** Returns the number of hashes in a group. */
  int count(int group) {
    return counts[group];
  }

  /**
   * Removes everything and prepares for at most this many hashes. The number must not exceed the
   * initial one.
   */
  void clear(int most) {
    Arrays.fill(slots, 0, mask + 1, 0);
    groups = 0;
    resize(Math.min(slots.length, places(most)));
  }

  /**
   * Selects hashes that may occur more than once. Uses one bit per hash, and a second bit that is
   * set if the first one was already set. Never misses a repeated hash; also selects about 6 % of
   * the other hashes. The selected hashes are then counted in a small table. The bits fit into the
   * first-level cache, unlike a table of all hashes, and the loop has no unpredictable branches.
   *
   * <p>Memory: 4 to 8 bytes per hash.
   */
  static final class RepeatFilter {
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;
    private static final long BITS_PER_HASH = 16;

    private final long[] again;
    private final int shift;

    /** Creates a filter for the first {@code count} hashes. */
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

    /** Returns 1 for a hash that may occur more than once, or 0 otherwise. */
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
}
