package dev.sluice.algorithms.neardup;

import java.util.BitSet;

/**
 * Greedy clusters, an alternative to {@link Components}: a document joins the earliest founder that
 * it is similar to, and otherwise founds a cluster. So each member is similar to its founder, but
 * two clusters may be similar to each other, and clusters depend on the order of the input.
 *
 * <p>Documents must be passed in input order. Memory: one bit for each document. Not thread-safe.
 */
public final class FirstComeClusters {
  private final BitSet founders = new BitSet();
  private int next;

  /**
   * The founder of a document's cluster: itself, or a smaller number.
   *
   * @param document larger than all before; those left out found a cluster
   * @param similar earlier documents that it is similar to, in any order
   * @param count number of elements to use
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
