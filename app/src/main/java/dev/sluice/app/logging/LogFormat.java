package dev.sluice.app.logging;

/** What a log line looks like. */
public enum LogFormat {
  /** {@code 2026-02-06 10:30:45 INFO ingest CC-MAIN-2024-10 message key=value}, local time. */
  TEXT,
  /** One JSON object on a line: time (UTC), level, module, dump, message, then the keys. */
  JSON
}
