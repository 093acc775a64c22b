package dev.sluice.algorithms.neardup;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds all pairs of fingerprints that differ in at most k bits without comparing all pairs, by
 * block permutation (Manku, Jain, Das Sarma: Detecting Near-Duplicates for Web Crawling, WWW 2007).
 * The 64 bits are split into more than k blocks, so such fingerprints agree in at least {@code
 * blocks - k} of them. There is a table for each choice of that many blocks. In a table,
 * fingerprints are sorted by a {@link #key} that starts with these blocks, and all with the same
 * {@link #prefix} are compared. Each pair occurs in at least one table.
 *
 * <p>Immutable and thread-safe.
 */
public final class HammingBlocks {
  /** Cost of sorting a fingerprint, in comparisons of two fingerprints. */
  private static final double SORTING = 50;

  private static final int MOST_TABLES = 1_000;

  private final int distance;
  private final int[] starts; // of the blocks, and where the last one ends
  private final List<int[]> orders; // for each table, its blocks first

  private HammingBlocks(int distance, int blocks) {
    this.distance = distance;
    starts = new int[blocks + 1];
    for (int block = 0; block <= blocks; block++) {
      starts[block] = block * Long.SIZE / blocks;
    }
    orders = new ArrayList<>();
    choose(new int[blocks], 0, 0, 0);
  }

  /**
   * Enumerates the choices of blocks: extends an order by blocks from the left or right until all
   * are placed.
   */
  private void choose(int[] order, int block, int chosen, int left) {
    int agreeing = order.length - distance;
    if (block == order.length) {
      orders.add(order.clone());
      return;
    }
    if (chosen < agreeing) {
      order[chosen] = block;
      choose(order, block + 1, chosen + 1, left);
    }
    if (left < distance) {
      order[agreeing + left] = block;
      choose(order, block + 1, chosen, left + 1);
    }
  }

  /**
   * With this number of blocks.
   *
   * @param distance 0 to 15
   * @param blocks more than the distance, at most 64, and such that there are at most 1,000 tables
   */
  public static HammingBlocks of(int distance, int blocks) {
    if (distance < 0 || distance > 15 || blocks <= distance || blocks > Long.SIZE) {
      throw new IllegalArgumentException(
          "a distance is 0 to 15, and blocks are more than it and at most 64: %d bits, %d blocks"
              .formatted(distance, blocks));
    }
    if (tables(distance, blocks) > MOST_TABLES) {
      throw new IllegalArgumentException(
          "%d blocks for %d bits make more than %d tables"
              .formatted(blocks, distance, MOST_TABLES));
    }
    return new HammingBlocks(distance, blocks);
  }

  /**
   * With the number of blocks that minimises the work for this many unrelated fingerprints: more
   * blocks mean more tables with fewer comparisons in each.
   *
   * @param distance 0 to 15
   * @param fingerprints expected number of distinct fingerprints
   */
  public static HammingBlocks forCount(int distance, long fingerprints) {
    int best = distance + 1;
    double least = Double.MAX_VALUE;
    for (int blocks = distance + 1; blocks <= Long.SIZE; blocks++) {
      double tables = tables(distance, blocks);
      if (tables > MOST_TABLES) {
        break;
      }
      int bits = (blocks - distance) * (Long.SIZE / blocks);
      double comparisons = fingerprints / 2.0 * Math.scalb(1.0, -bits);
      double work = tables * (SORTING + comparisons);
      if (work < least) {
        least = work;
        best = blocks;
      }
    }
    return of(distance, best);
  }

  private static double tables(int distance, int blocks) {
    double tables = 1;
    for (int i = 0; i < distance; i++) {
      tables = tables * (blocks - i) / (i + 1);
    }
    return tables;
  }

  /** Maximum number of bits in which two fingerprints may differ. */
  public int distance() {
    return distance;
  }

  /** Number of tables. */
  public int tables() {
    return orders.size();
  }

  /**
   * A fingerprint with its bits in a table's order; two keys differ in as many bits as their
   * fingerprints.
   */
  public long key(int table, long fingerprint) {
    long key = 0;
    for (int block : orders.get(table)) {
      int bits = starts[block + 1] - starts[block];
      long part = fingerprint << starts[block] >>> Long.SIZE - bits;
      key = bits == Long.SIZE ? part : key << bits | part;
    }
    return key;
  }

  /** The fingerprint of a table's key. */
  public long fingerprint(int table, long key) {
    long fingerprint = 0;
    int at = 0;
    for (int block : orders.get(table)) {
      int bits = starts[block + 1] - starts[block];
      fingerprint |= key << at >>> Long.SIZE - bits << Long.SIZE - starts[block + 1];
      at += bits;
    }
    return fingerprint;
  }

  /** Number of leading bits of a table's keys that must be equal, 1 to 64. */
  public int prefixBits(int table) {
    int bits = 0;
    for (int i = 0; i < starts.length - 1 - distance; i++) {
      int block = orders.get(table)[i];
      bits += starts[block + 1] - starts[block];
    }
    return bits;
  }

  /** The leading bits of a table's key that must be equal, followed by zeros. */
  public long prefix(int table, long key) {
    return key & -1L << Long.SIZE - prefixBits(table);
  }

  /**
   * The first table in which two fingerprints have the same prefix; the number of tables if there
   * is none.
   */
  public int firstTable(long fingerprint, long other) {
    for (int table = 0; table < orders.size(); table++) {
      if (prefix(table, key(table, fingerprint)) == prefix(table, key(table, other))) {
        return table;
      }
    }
    return orders.size();
  }
}
