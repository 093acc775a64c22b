package dev.sluice.algorithms.bpe;

import dev.sluice.algorithms.bpe.BpeModel.BpeMerge;
import java.util.List;

/**
 * Merges by pair: an open-addressing table, at most half full. Immutable.
 *
 * <p>Memory: 32 to 64 bytes for each merge.
 */
final class MergeRanks {
  /** No merge: ranks after all others. */
  static final long NONE = Long.MAX_VALUE;

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  /**
   * Alternately the pair plus one, and the rank in the upper half with the merged token in the
   * lower.
   */
  private final long[] slots;

  private final int shift;

  MergeRanks(List<BpeMerge> merges) {
    int bits = 33 - Integer.numberOfLeadingZeros(Math.max(1, merges.size()));
    shift = Long.SIZE - bits;
    slots = new long[2 << bits];
    for (int rank = 0; rank < merges.size(); rank++) {
      BpeMerge merge = merges.get(rank);
      int slot = find(merge.pair() + 1);
      slots[slot] = merge.pair() + 1;
      slots[slot + 1] = (long) rank << 32 | merge.merged();
    }
  }

  /**
   * The rank of a pair's merge in the upper half and the merged token in the lower; or {@link
   * #NONE}.
   */
  long of(int left, int right) {
    int slot = find(PairCounts.pair(left, right) + 1);
    return slots[slot] == 0 ? NONE : slots[slot + 1];
  }

  static int merged(long merge) {
    return (int) merge;
  }

  private int find(long key) {
    int mask = slots.length - 1;
    long mixed = key * GOLDEN;
    int slot = (int) ((mixed ^ mixed >>> 32) * GOLDEN >>> shift) << 1;
    while (slots[slot] != key && slots[slot] != 0) {
      slot = (slot + 2) & mask;
    }
    return slot;
  }
}
