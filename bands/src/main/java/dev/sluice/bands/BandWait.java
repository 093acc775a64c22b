package dev.sluice.bands;

/** What a band worker waits for while it decides nothing. */
public enum BandWait {
  /** Keys: the topology has sent none that could be decided. */
  KEYS,
  /** The pause before an I/O error is retried. */
  RETRY
}
