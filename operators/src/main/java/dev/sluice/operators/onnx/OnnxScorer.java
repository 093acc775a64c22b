package dev.sluice.operators.onnx;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.algorithms.wordpiece.BertTokenizer;
import dev.sluice.core.TextScorer;
import dev.sluice.core.TextScorer.ScorerFailure;
import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * Scores texts with a classifier in ONNX format. Thread-safe.
 *
 * @param tokens the number of tokens to which a text is truncated
 * @param head how the score is computed from the model's output
 * @param label the index of the label
 */
public record OnnxScorer(OnnxModel model, BertTokenizer tokenizer, int tokens, Head head, int label)
    implements TextScorer {
  /**
   * Scores the longest text and the shortest text with the greatest id. This finds limits that the
   * file does not declare.
   *
   * @throws ModelFormatException if the model cannot score these texts
   * @throws IllegalArgumentException if the model has no such label
   */
  public void tryOut() throws ModelFormatException {
    int labels = labels(tokens);
    int least = Math.max(1, tokenizer.frame().size());
    int ofLeast = labels(least);
    if (labels != ofLeast) {
      throw new ModelFormatException(
          model.file(),
          "returns %,d numbers for %,d tokens, but %,d numbers for %,d tokens; must return one number for each label"
              .formatted(ofLeast, least, labels, tokens));
    }
    if (label >= labels) {
      throw new IllegalArgumentException(
          "label: %d does not exist, because %s returns %d labels; must be from 0 to %d"
              .formatted(label, model.file(), labels, labels - 1));
    }
  }

  private int labels(int length) throws ModelFormatException {
    long[] ids = new long[length];
    Arrays.fill(ids, tokenizer.greatestId());
    try {
      return model.numbers(ids).length;
    } catch (ModelFormatException e) {
      throw new ModelFormatException(
          model.file(),
          "does not match the tokenizer, whose greatest id is %,d, or max-tokens, which is %,d: %s"
              .formatted(tokenizer.greatestId(), tokens, e.getMessage()),
          e);
    }
  }

  @Override
  public OptionalDouble score(byte[] text, int offset, int length) {
    long[] ids = tokenizer.encode(new String(text, offset, length, UTF_8), tokens);
    if (ids.length == 0) {
      return OptionalDouble.empty(); // the tokenizer removes all characters
    }
    float[] numbers;
    try {
      numbers = model.numbers(ids);
    } catch (ModelFormatException e) {
      throw new ScorerFailure("scorer onnx: model " + e.getMessage(), e);
    }
    if (label >= numbers.length) {
      throw failure("returns %d labels".formatted(numbers.length), ids, "more than " + label);
    }
    double score = head.score(numbers, label);
    if (!Double.isFinite(score)) {
      throw failure("returns %s".formatted(score), ids, "a finite number");
    }
    return OptionalDouble.of(score);
  }

  private ScorerFailure failure(String problem, long[] ids, String allowed) {
    return new ScorerFailure(
        "scorer onnx: model %s %s for a text of %,d tokens; must be %s. Use a different model and a new output"
            .formatted(model.file(), problem, ids.length, allowed));
  }

  /** Decides how a score is computed from the numbers that a model returns. */
  public enum Head {
    /** The label's number, unchanged. */
    NONE,

    /** The logistic function of the label's number. */
    SIGMOID,

    /** The probability of the label among all labels. */
    SOFTMAX;

    /** Returns the score of a label. Exponentials are the same on every machine. */
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
}
