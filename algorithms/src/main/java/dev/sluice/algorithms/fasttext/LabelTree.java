package dev.sluice.algorithms.fasttext;

import java.util.Arrays;

/** The tree of a hierarchical softmax, by the frequencies of labels. Immutable. */
final class LabelTree {
  /** The count of nodes that are not built yet, which is greater than that of any label. */
  private static final long UNKNOWN = 1_000_000_000_000_000L;

  private final int leaves;
  private final int[] parents;
  private final boolean[] right;

  /**
   * @param frequencies in descending order
   */
  LabelTree(long[] frequencies) {
    leaves = frequencies.length;
    int nodes = 2 * leaves - 1;
    parents = new int[nodes];
    right = new boolean[nodes];
    Arrays.fill(parents, -1);
    long[] counts = Arrays.copyOf(frequencies, nodes);
    Arrays.fill(counts, leaves, nodes, UNKNOWN);
    int leaf = leaves - 1;
    int node = leaves;
    for (int parent = leaves; parent < nodes; parent++) {
      long sum = 0;
      for (int side = 0; side < 2; side++) {
        boolean isLeaf = leaf >= 0 && counts[leaf] < counts[node];
        int child = isLeaf ? leaf-- : node++;
        parents[child] = parent;
        right[child] = side == 1;
        sum += counts[child];
      }
      counts[parent] = sum;
    }
  }

  /** The nodes from the root's child down to a label. */
  int[] path(int label) {
    int length = 0;
    for (int node = label; parents[node] >= 0; node = parents[node]) {
      length++;
    }
    int[] path = new int[length];
    for (int node = label; parents[node] >= 0; node = parents[node]) {
      path[--length] = node;
    }
    return path;
  }

  /** The row of the output that decides between a node and its sibling. */
  int decision(int node) {
    return parents[node] - leaves;
  }

  boolean isRight(int node) {
    return right[node];
  }
}
