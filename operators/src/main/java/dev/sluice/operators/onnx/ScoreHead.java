package dev.sluice.operators.onnx;

/** How a score is computed from the numbers that a model returns. */
public enum ScoreHead {
  /** The number of the label as it is. */
  NONE,

  /** The logistic function of the number of the label. */
  SIGMOID,

  /** The share of the label among all labels. */
  SOFTMAX;

  /** The score of a label. Exponentials are the same on every machine. */
  double score(float[] numbers, int label) {
    return switch (this) {
      case NONE -> numbers[label];
      case SIGMOID -> 1 / (1 + StrictMath.exp(-(double) numbers[label]));
      case SOFTMAX -> softmax(numbers, label);
    };
  }

  private static double softmax(float[] numbers, int label) {
    double largest = Double.NEGATIVE_INFINITY;
    for (float number : numbers) {
      largest = Math.max(largest, number);
    }
    double sum = 0;
    for (float number : numbers) {
      sum += StrictMath.exp(number - largest);
    }
    return StrictMath.exp(numbers[label] - largest) / sum;
  }
}
