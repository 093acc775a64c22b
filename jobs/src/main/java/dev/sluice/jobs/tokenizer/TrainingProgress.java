package dev.sluice.jobs.tokenizer;

import dev.sluice.jobs.text.ReadProgress;

/** Is told how far a training is: first the reading, then the merging. */
public interface TrainingProgress extends ReadProgress {
  /**
   * Tells how many tokens there are.
   *
   * @param tokens so far
   * @param wanted in all
   */
  void merged(int tokens, int wanted);
}
