package dev.sluice.app.config;

import java.time.Duration;
import java.util.Objects;

/**
 * How {@code ingest --watch} waits for dumps.
 *
 * @param interval between two looks
 * @param settle how long files must stay as they are
 * @param fileList name of the list of files in a dump's directory
 */
public record WatchConfig(Duration interval, Duration settle, String fileList) {
  /** Checks that everything is there. */
  public WatchConfig {
    Objects.requireNonNull(interval, "interval");
    Objects.requireNonNull(settle, "settle");
    Objects.requireNonNull(fileList, "fileList");
  }
}
