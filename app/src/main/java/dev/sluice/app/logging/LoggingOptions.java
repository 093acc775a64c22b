package dev.sluice.app.logging;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Logging options of the command line.
 *
 * @param level lowest level of Sluice's own lines
 * @param verbose whether libraries log from INFO on instead of WARNING, and stderr shows stack
 *     traces
 * @param format of the lines, on stderr and in files
 * @param file in addition to stderr, rotated
 */
public record LoggingOptions(
    LogLevel level, boolean verbose, LogFormat format, Optional<Path> file) {
  /** INFO as text, on stderr only. */
  public static final LoggingOptions DEFAULT =
      new LoggingOptions(LogLevel.INFO, false, LogFormat.TEXT, Optional.empty());
}
