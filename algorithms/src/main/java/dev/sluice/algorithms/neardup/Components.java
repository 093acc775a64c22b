package dev.sluice.algorithms.neardup;

/**
 * Connected components of pairs of documents, by union-find (Tarjan, van Leeuwen: Worst-case
 * analysis of set union algorithms, 1984) with path halving. Of two roots, the smaller one becomes
 * the parent. So the root of a component is its smallest number, the first in input order, whatever
 * the order of pairs.
 *
 * <p>Time: O(log n) for each pair, amortised. Memory: 4 bytes for each document, in blocks of 4 MB,
 * so that no large array is needed. Not thread-safe.
 */
public final class Components {
  private static final int PIECE_BITS = 20;
  private static final int PIECE = 1 << PIECE_BITS;

  private final int[][] parents;
  private final int documents;

  /**
   * Each document is a component of its own.
   *
   * @param documents 0 to 2^31 - 1; numbered from 0
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

  /** Memory for this many documents in bytes. */
  public static long memory(int documents) {
    return (long) documents * Integer.BYTES;
  }

  /** Number of documents. */
  public int documents() {
    return documents;
  }

  /** The smallest number in a document's component. */
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
   * Joins the components of two documents.
   *
   * @return whether they were different
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
