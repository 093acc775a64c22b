package dev.sluice.algorithms.fasttext;

import dev.sluice.core.IntList;
import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * Computes the probability of a label. The result is that of fastText's {@code predict} for the
 * text with its line feeds replaced by spaces. Sums have a fixed order and use functions that are
 * the same everywhere, so that every machine computes the same number. Not thread-safe.
 */
public final class FastTextScorer {
  /** The number that fastText adds to each probability before it takes the logarithm. */
  private static final double SMALLEST = 1e-5;

  private static final int SIGMOID_LIMIT = 8;
  private static final int SIGMOID_STEPS = 512;

  private final FastTextModel model;
  private final FastTextFeatures features;
  private final int label;
  private final int[] path;
  private final LabelTree tree;
  private final float[] hidden;
  private final float[] scratch;

  FastTextScorer(FastTextModel model, int label) {
    this.model = model;
    this.label = label;
    this.features = new FastTextFeatures(model.arguments(), model.dictionary());
    this.hidden = new float[model.arguments().dimension()];
    this.scratch = new float[model.arguments().dimension()];
    this.tree = model.tree();
    this.path = tree.path(label);
  }

  /**
   * Returns the probability of the label for a text in UTF-8, or empty if the text has no features.
   */
  public OptionalDouble score(byte[] text, int offset, int length) {
    IntList rows = features.read(text, offset, length);
    if (rows.size() == 0) {
      return OptionalDouble.empty();
    }
    Arrays.fill(hidden, 0);
    for (int i = 0; i < rows.size(); i++) {
      model.input().addRow(rows.get(i), hidden, scratch);
    }
    float share = (float) (1.0 / rows.size());
    for (int i = 0; i < hidden.length; i++) {
      hidden[i] *= share;
    }
    float logarithm =
        switch (model.arguments().loss()) {
          case SOFTMAX -> logarithm(softmax());
          case ONE_VERSUS_ALL -> logarithm(tabledSigmoid(output(label)));
          case HIERARCHICAL -> pathLogarithm();
        };
    return OptionalDouble.of((float) StrictMath.exp(logarithm));
  }

  private float output(int row) {
    return model.output().dotRow(row, hidden, scratch);
  }

  private static float logarithm(float probability) {
    return (float) StrictMath.log(probability + SMALLEST);
  }

  private float softmax() {
    int labels = model.dictionary().labels().size();
    float[] outputs = new float[labels];
    float largest = Float.NEGATIVE_INFINITY;
    for (int i = 0; i < labels; i++) {
      outputs[i] = output(i);
      largest = Math.max(largest, outputs[i]);
    }
    float sum = 0;
    for (int i = 0; i < labels; i++) {
      outputs[i] = (float) StrictMath.exp(outputs[i] - largest);
      sum += outputs[i];
    }
    return outputs[label] / sum;
  }

  /** Returns the sigmoid from a table of steps, as fastText does. */
  private static float tabledSigmoid(float value) {
    if (value < -SIGMOID_LIMIT) {
      return 0;
    }
    if (value > SIGMOID_LIMIT) {
      return 1;
    }
    int step = (int) ((value + SIGMOID_LIMIT) * SIGMOID_STEPS / SIGMOID_LIMIT / 2);
    float at = (float) (step * 2 * SIGMOID_LIMIT) / SIGMOID_STEPS - SIGMOID_LIMIT;
    return (float) (1.0 / (1.0 + StrictMath.exp(-at)));
  }

  private float pathLogarithm() {
    float sum = 0;
    for (int node : path) {
      float right = (float) (1.0 / (1.0 + StrictMath.exp(-output(tree.decision(node)))));
      sum += logarithm(tree.isRight(node) ? right : (float) (1.0 - right));
    }
    return sum;
  }

  /** The tree of a hierarchical softmax, built from the frequencies of labels. Immutable. */
  static final class LabelTree {
    /** The count of nodes that are not built yet, which is greater than that of any label. */
    private static final long UNKNOWN = 1_000_000_000_000_000L;

    private final int leaves;
    private final int[] parents;
    private final boolean[] right;

    /**
     * @param frequencies the frequencies in descending order
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

    /** Returns the nodes from the root's child down to a label. */
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

    /** Returns the row of the output that decides between a node and its sibling. */
    int decision(int node) {
      return parents[node] - leaves;
    }

    boolean isRight(int node) {
      return right[node];
    }
  }
}
