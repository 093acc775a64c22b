package dev.sluice.algorithms.neardup;

/**
 * Which documents belong together: the connected components of pairs of documents, by union-find
 * (Tarjan, van Leeuwen: Worst-case analysis of set union algorithms, 1984) with path halving. Of
 * two components the one with the larger number is put under the other, so that a component's root
 * is its smallest number, the first in input order, whatever the pairs' order.
 *
 * <p>Time: O(log n) a pair on average over all pairs. Memory: 4 bytes a document, in pieces of 4
 * MB, so that no array needs to be larger. Not thread-safe.
 */
public final class Components {
  private static final int PIECE_BITS = 20;
  private static final int PIECE = 1 << PIECE_BITS;

  private final int[][] parents;
  private final int documents;

  /**
   * Each document for itself.
   *
   * @param documents 0 to 2^31 - 1; they are numbered from 0
   */
  public Components(int documents) {
    if (documents < 0) {
      throw new IllegalArgumentException("no number of documents: " + documents);
    }
    this.documents = documents;
    this.parents = new int[(int) (((long) documents + PIECE - 1) >> PIECE_BITS)][];
    for (int piece = 0; piece < parents.length; piece++) {
      int first = piece << PIECE_BITS;
      int[] numbers = new int[Math.min(PIECE, documents - first)];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = first + i;
      }
      parents[piece] = numbers;
    }
  }

  /** The bytes that so many documents take. */
  public static long memory(int documents) {
    return (long) documents * Integer.BYTES;
  }

  /** How many documents there are. */
  public int documents() {
    return documents;
  }

  /** The smallest number of a document's component. */
  public int root(int document) {
    int at = document;
    int parent = parent(at);
    while (parent != at) {
      int above = parent(parent);
      setParent(at, above);
      at = above;
      parent = parent(at);
    }
    return at;
  }

  /**
   * Makes one component of two documents'.
   *
   * @return whether they were two
   */
  public boolean union(int document, int other) {
    int root = root(document);
    int otherRoot = root(other);
    if (root == otherRoot) {
      return false;
    }
    setParent(Math.max(root, otherRoot), Math.min(root, otherRoot));
    return true;
  }

  private int parent(int document) {
    return parents[document >>> PIECE_BITS][document & PIECE - 1];
  }

  private void setParent(int document, int parent) {
    parents[document >>> PIECE_BITS][document & PIECE - 1] = parent;
  }
}
