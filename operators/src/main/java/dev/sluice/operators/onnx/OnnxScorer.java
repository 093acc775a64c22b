package dev.sluice.operators.onnx;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.algorithms.wordpiece.BertTokenizer;
import dev.sluice.core.ScorerFailure;
import dev.sluice.core.TextScorer;
import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * Scores texts with a classifier in ONNX format. Thread-safe.
 *
 * @param tokens the most that a text is cut to
 * @param head how the score follows from what the model answers
 * @param label the number of the label
 */
public record OnnxScorer(
    OnnxModel model, BertTokenizer tokenizer, int tokens, ScoreHead head, int label)
    implements TextScorer {
  /**
   * Scores the longest text with the greatest id, and so finds what models do not say.
   *
   * @throws ModelFormatException if the model cannot do that
   * @throws IllegalArgumentException if it has no such label
   */
  public void tryOut() throws ModelFormatException {
    long[] ids = new long[tokens];
    Arrays.fill(ids, tokenizer.greatestId());
    int labels;
    try {
      labels = model.numbers(ids).length;
    } catch (ModelFormatException e) {
      throw new ModelFormatException(
          model.file(),
          "does not fit the tokenizer, whose greatest id is %,d, or max-tokens, which is %,d: %s"
              .formatted(tokenizer.greatestId(), tokens, e.getMessage()),
          e);
    }
    if (label >= labels) {
      throw new IllegalArgumentException(
          "label: %d is not there: %s answers for %d; allowed: 0 to %d"
              .formatted(label, model.file(), labels, labels - 1));
    }
  }

  @Override
  public OptionalDouble score(byte[] text, int offset, int length) {
    long[] ids = tokenizer.encode(new String(text, offset, length, UTF_8), tokens);
    double score;
    try {
      score = head.score(model.numbers(ids), label);
    } catch (ModelFormatException e) {
      throw new ScorerFailure("scorer onnx: model " + e.getMessage(), e);
    }
    if (!Double.isFinite(score)) {
      throw new ScorerFailure(
          "scorer onnx: model %s gives %s for a text of %,d tokens; allowed: finite numbers. Use another model, in a new output"
              .formatted(model.file(), score, ids.length));
    }
    return OptionalDouble.of(score);
  }
}
