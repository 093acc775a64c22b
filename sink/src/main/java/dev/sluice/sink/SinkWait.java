package dev.sluice.sink;

/** What a worker of the sink waits for while it writes nothing. */
public enum SinkWait {
  /** Documents: the topology has curated none that this worker could write. */
  DOCUMENTS,
  /** Near-deduplication: bands have not decided about the next document yet. */
  NEAR_DUPLICATES,
  /** The pause before an I/O error is retried. */
  RETRY
}
