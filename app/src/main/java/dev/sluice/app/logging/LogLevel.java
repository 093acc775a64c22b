package dev.sluice.app.logging;

import org.apache.logging.log4j.Level;

/** The levels of log lines, from the most talkative. */
public enum LogLevel {
  /** Each batch and commit. */
  DEBUG(Level.DEBUG),
  /** Each file, shard and unit. */
  INFO(Level.INFO),
  /** What is unusual and does not stop the work. */
  WARNING(Level.WARN),
  /** What stops the work, or part of it. */
  ERROR(Level.ERROR),
  /** What may have done damage. */
  CRITICAL(Level.FATAL);

  private final Level level;

  LogLevel(Level level) {
    this.level = level;
  }

  Level level() {
    return level;
  }

  /** Our name for a level of the library. */
  static LogLevel of(Level level) {
    LogLevel name = DEBUG;
    for (LogLevel candidate : values()) {
      if (level.isMoreSpecificThan(candidate.level)) {
        name = candidate;
      }
    }
    return name;
  }
}
