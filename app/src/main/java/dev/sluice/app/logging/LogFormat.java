package dev.sluice.app.logging;

/** The format of log lines. */
public enum LogFormat {
  /** {@code 2026-02-06 10:30:45 INFO ingest CC-MAIN-2024-10 message key=value}, local time. */
  TEXT,
  /** One JSON object per line: time (UTC), level, module, dump, message, then the keys. */
  JSON
}
