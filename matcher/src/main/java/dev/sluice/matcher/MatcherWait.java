package dev.sluice.matcher;

/** What a matcher waits for while it decides nothing. */
public enum MatcherWait {
  /** The topology has sent no signatures that could be decided, or another matcher is active. */
  SIGNATURES,
  /** A decision of the user about a group that loses too much. */
  DECISION,
  /** The pause before an I/O error is retried. */
  RETRY
}
