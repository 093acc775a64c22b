package dev.sluice.jobs.dedup.stage;

/** What near-duplicate removal does, in this order. */
public enum DedupStage {
  /** Documents are read; band keys and facts are spilled. */
  READING,
  /** Documents that share a key become pairs. */
  GROUPING,
  /** Pairs are brought together, and compared where so asked. */
  CHECKING,
  /** Documents of pairs are read again for their sets, where so asked. */
  GATHERING,
  /** Pairs are compared by these. */
  COMPARING,
  /** Pairs become clusters. */
  JOINING,
  /** It is chosen which document of each cluster is kept. */
  CHOOSING,
  /** All is decided. */
  DECIDED;

  public DedupStage next() {
    return values()[ordinal() + 1];
  }
}
