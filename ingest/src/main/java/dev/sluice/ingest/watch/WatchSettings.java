package dev.sluice.ingest.watch;

import java.time.Duration;
import java.util.Objects;

/**
 * How new dumps are waited for.
 *
 * @param interval between two looks at the input
 * @param settle how long files must stay as they are to count as complete
 * @param fileList name of the list of files that a dump's directory may hold
 */
public record WatchSettings(Duration interval, Duration settle, String fileList) {
  /** Checks the durations and the name. */
  public WatchSettings {
    Objects.requireNonNull(fileList, "fileList");
    if (interval.isNegative() || settle.isNegative()) {
      throw new IllegalArgumentException("interval " + interval + ", settle " + settle);
    }
  }
}
