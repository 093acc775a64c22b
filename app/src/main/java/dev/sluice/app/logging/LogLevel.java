package dev.sluice.app.logging;

import org.apache.logging.log4j.Level;

/** Levels of log lines, the most detailed first. */
public enum LogLevel {
  /** Each batch and commit. */
  DEBUG(Level.DEBUG),
  /** Each file, shard and unit. */
  INFO(Level.INFO),
  /** Unusual, but the work continues. */
  WARNING(Level.WARN),
  /** Ends the work, or a part of it. */
  ERROR(Level.ERROR),
  /** May have damaged data. */
  CRITICAL(Level.FATAL);

  private final Level level;

  LogLevel(Level level) {
    this.level = level;
  }

  Level level() {
    return level;
  }

  /** Sluice's name for a level of the library. */
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
