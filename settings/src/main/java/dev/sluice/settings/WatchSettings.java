package dev.sluice.settings;

import java.time.Duration;
import java.util.Objects;

/**
 * Settings of a watch.
 *
 * @param interval between two looks at the input
 * @param settle how long a file must stay unchanged to count as complete
 * @param fileList name of the file list that a dump's directory may hold
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
