package dev.sluice.jobs.tokenizer;

import java.util.List;

/**
 * What came of a training.
 *
 * @param report the content of {@code report.json}
 * @param text the content of {@code report.md}
 * @param finishedBefore whether the same command had already done it
 * @param quarantined files that could not be read, each with its reason
 */
public record TrainingResult(
    String report, String text, boolean finishedBefore, List<String> quarantined) {
  /** Copies the list. */
  public TrainingResult {
    quarantined = List.copyOf(quarantined);
  }
}
