package dev.sluice.jobs.shuffle.source;

import dev.sluice.storage.text.InputFile;

/**
 * A file in a plan.
 *
 * @param file which
 * @param input index of its input, from 0
 * @param partial whether only selected rows of the input count this time
 */
public record PlannedFile(InputFile file, int input, boolean partial) {
  /** Whether both belong to the same reading of an input. */
  public boolean isSameReading(PlannedFile other) {
    return input == other.input && partial == other.partial;
  }
}
