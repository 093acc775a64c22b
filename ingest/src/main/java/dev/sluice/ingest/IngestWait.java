package dev.sluice.ingest;

/** A reason why ingest waits instead of reading. */
public enum IngestWait {
  /** The log is full of documents that the topology has not taken. */
  TOPOLOGY,
  /** The log is full of curated documents that the sinks have not written. */
  SINK,
  /** The log is full of documents' keys that the band workers have not taken. */
  BANDS,
  /** The broker has yet to delete records that topology, sinks and band workers have taken. */
  LOG_SPACE,
  /** The memory for texts that a sink in this process has not taken is full. */
  HAND_OVER,
  /** A unit that began earlier has not been read to its end. Only with near-deduplication. */
  EARLIER_UNIT,
  /** A disk that this process writes to is nearly full. */
  DISK,
  /** The broker has yet to confirm a transaction. */
  TRANSACTION
}
