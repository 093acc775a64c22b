package dev.sluice.jobs.tokenizer;

import java.util.List;

/**
 * The result of a training.
 *
 * @param report the content of {@code report.json}
 * @param text the content of {@code report.md}
 * @param finishedBefore whether an earlier run had created it
 * @param quarantined files that could not be read, each with the reason
 */
public record TrainingResult(
    String report, String text, boolean finishedBefore, List<String> quarantined) {
  /** Copies the list. */
  public TrainingResult {
    quarantined = List.copyOf(quarantined);
  }
}
