package dev.sluice.algorithms.neardup;

import java.util.BitSet;

/**
 * Clusters by who came first, instead of {@link Components}: a document belongs to the earliest
 * founder that it is similar to, and founds a cluster of its own where there is none. So each
 * member is similar to its founder, but two clusters may be similar to each other, and what they
 * are depends on the order of the input.
 *
 * <p>Documents are asked for in input order, one after the other. Memory: a bit for each document.
 * Not thread-safe.
 */
public final class FirstComeClusters {
  private final BitSet founders = new BitSet();
  private int next;

  /**
   * The founder of a document's cluster: itself, or a smaller number.
   *
   * @param document larger than all before; those that are left out founded a cluster
   * @param similar documents before it that it is similar to, in any order
   * @param count how many of them, from the first place on
   */
  public int founder(int document, int[] similar, int count) {
    if (document < next) {
      throw new IllegalArgumentException(
          "documents come in input order: %d after %d".formatted(document, next - 1));
    }
    founders.set(next, document);
    next = document + 1;
    int founder = document;
    for (int i = 0; i < count; i++) {
      if (similar[i] < founder && founders.get(similar[i])) {
        founder = similar[i];
      }
    }
    founders.set(document, founder == document);
    return founder;
  }
}
