package dev.sluice.app;

/** How progress is shown on stderr. */
public enum ProgressMode {
  /** Bars on a terminal, plain lines elsewhere. */
  AUTO,
  /** Plain lines. */
  PLAIN,
  /** A JSON object each second, for programs. */
  JSON,
  /** Not at all. */
  NONE
}
