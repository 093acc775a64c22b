package dev.sluice.jobs.shuffle.source;

import dev.sluice.storage.text.InputFile;

/**
 * A file that is read once more.
 *
 * @param file which
 * @param input the number of its input, from 0
 * @param partial whether only chosen rows of the input count this time
 */
public record PlannedFile(InputFile file, int input, boolean partial) {
  /** Whether both belong to one reading of an input. */
  public boolean isSameReading(PlannedFile other) {
    return input == other.input && partial == other.partial;
  }
}
