package dev.sluice.sink;

/** The reason why a worker of the sink is waiting. */
public enum SinkWait {
  /** Waiting for documents: the topology has curated none that this worker could write. */
  DOCUMENTS,
  /** Waiting for near-deduplication: the bands have not decided about the next document yet. */
  NEAR_DUPLICATES,
  /** Pausing before a retry after an I/O error. */
  RETRY
}
