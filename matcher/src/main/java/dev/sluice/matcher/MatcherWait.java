package dev.sluice.matcher;

/** The reasons why a matcher waits and decides nothing. */
public enum MatcherWait {
  /**
   * The matcher waits for signatures. The topology has sent none that could be decided, or another
   * matcher is active.
   */
  SIGNATURES,
  /** The matcher waits for a decision of the user about a group that loses too many documents. */
  DECISION,
  /** The matcher pauses before it retries after an I/O error. */
  RETRY
}
