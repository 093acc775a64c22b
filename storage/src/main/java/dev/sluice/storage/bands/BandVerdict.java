package dev.sluice.storage.bands;

/** What near-deduplication says of a document. */
public enum BandVerdict {
  /** Not every band has come to it, and none of those that have removes it. */
  UNDECIDED,
  /** A band has seen its key in an earlier document. Never taken back. */
  REMOVED,
  /** No band has. Never taken back. */
  STAYS
}
