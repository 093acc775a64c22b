package dev.sluice.algorithms.wordpiece;

import java.util.List;

/**
 * Ids of the tokens around those of a text.
 *
 * @param before such as {@code [CLS]}
 * @param after such as {@code [SEP]}
 */
public record TokenFrame(List<Integer> before, List<Integer> after) {
  /** Copies the lists. */
  public TokenFrame {
    before = List.copyOf(before);
    after = List.copyOf(after);
  }

  /** The number of tokens. */
  public int size() {
    return before.size() + after.size();
  }
}
