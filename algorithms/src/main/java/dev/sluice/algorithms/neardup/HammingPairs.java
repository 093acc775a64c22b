package dev.sluice.algorithms.neardup;

import java.util.Arrays;

/**
 * Finds all pairs of distinct fingerprints that differ in at most k bits. The bits in which any two
 * fingerprints differ are split into k + 1 blocks; each such pair agrees in one of them.
 * Fingerprints that agree in a block are searched recursively, and small groups by comparing all
 * pairs. If blocks hardly separate fingerprints, all pairs are compared at once, so the work never
 * exceeds that by much.
 *
 * <p>Not thread-safe. Memory: about 24 bytes for each fingerprint.
 */
public final class HammingPairs {
  private static final int SMALL = 64;
  private static final int INDEX_BITS = 20;
  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

  private final long[] fingerprints;
  private final int distance;
  private final Sink sink;

  /** Receives pairs; a pair may come more than once. */
  @FunctionalInterface
  public interface Sink {
    /** Receives the indexes of two fingerprints. */
    void pair(int one, int other);
  }

  private HammingPairs(long[] fingerprints, int distance, Sink sink) {
    this.fingerprints = fingerprints;
    this.distance = distance;
    this.sink = sink;
  }

  /**
   * Finds all pairs.
   *
   * @param fingerprints distinct, at most 2^20
   * @param count number of elements to use
   * @param distance maximum number of different bits, 0 to 15
   */
  public static void find(long[] fingerprints, int count, int distance, Sink sink) {
    if (count > 1 << INDEX_BITS || distance < 0 || distance > 15) {
      throw new IllegalArgumentException("%d fingerprints, %d bits".formatted(count, distance));
    }
    int[] all = new int[count];
    Arrays.setAll(all, i -> i);
    new HammingPairs(fingerprints, distance, sink).search(all);
  }

  private void search(int[] members) {
    long[] blocks = blocks(members);
    if (members.length <= SMALL || blocks.length == 0 || !tellApart(blocks, members)) {
      compare(members);
      return;
    }
    for (long block : blocks) {
      long[] order = order(members, block);
      for (int from = 0; from < order.length; ) {
        int to = end(order, from);
        if (to - from > 1) {
          search(members(members, order, from, to));
        }
        from = to;
      }
    }
  }

  /** The bits in which members differ, split into one block more than the distance; or none. */
  private long[] blocks(int[] members) {
    long varying = 0;
    for (int member : members) {
      varying |= fingerprints[member] ^ fingerprints[members[0]];
    }
    int bits = Long.bitCount(varying);
    if (bits <= distance) {
      return new long[0];
    }
    long[] blocks = new long[distance + 1];
    for (int i = 0; i < bits; i++) {
      blocks[i * blocks.length / bits] |= Long.lowestOneBit(varying);
      varying &= varying - 1;
    }
    return blocks;
  }

  /** Whether searching by blocks is less work than comparing all pairs. */
  private boolean tellApart(long[] blocks, int[] members) {
    double pairs = 0;
    for (long block : blocks) {
      long[] order = order(members, block);
      for (int from = 0; from < order.length; ) {
        int to = end(order, from);
        pairs += (double) (to - from) * (to - from);
        from = to;
      }
    }
    return pairs < (double) members.length * members.length / 4;
  }

  /**
   * The members, with those that agree in a block next to each other (and some others by chance).
   */
  private long[] order(int[] members, long block) {
    long[] order = new long[members.length];
    for (int i = 0; i < order.length; i++) {
      long mixed = (fingerprints[members[i]] & block) * GOLDEN;
      mixed = (mixed ^ mixed >>> 32) * GOLDEN;
      order[i] = mixed >>> INDEX_BITS << INDEX_BITS | i;
    }
    Arrays.sort(order);
    return order;
  }

  private static int end(long[] order, int from) {
    int to = from + 1;
    while (to < order.length && order[to] >>> INDEX_BITS == order[from] >>> INDEX_BITS) {
      to++;
    }
    return to;
  }

  private static int[] members(int[] members, long[] order, int from, int to) {
    int[] some = new int[to - from];
    Arrays.setAll(some, i -> members[(int) order[from + i] & (1 << INDEX_BITS) - 1]);
    return some;
  }

  private void compare(int[] members) {
    for (int i = 1; i < members.length; i++) {
      long fingerprint = fingerprints[members[i]];
      for (int j = 0; j < i; j++) {
        if (SimHash.distance(fingerprint, fingerprints[members[j]]) <= distance) {
          sink.pair(members[i], members[j]);
        }
      }
    }
  }
}
