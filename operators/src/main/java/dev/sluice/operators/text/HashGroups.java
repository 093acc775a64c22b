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
   * @param most maximum number of hashes added before the next {@link #clear}
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

  /** The group of a hash; -1 if it was not added. */
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

  /** The number of groups. */
  int groups() {
    return groups;
  }

  /** The number of hashes in a group. */
  int count(int group) {
    return counts[group];
  }

  /** Removes everything and prepares for at most this many hashes, no more than initially. */
  void clear(int most) {
    Arrays.fill(slots, 0, mask + 1, 0);
    groups = 0;
    resize(Math.min(slots.length, places(most)));
  }
}
