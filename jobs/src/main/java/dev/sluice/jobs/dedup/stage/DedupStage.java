package dev.sluice.jobs.dedup.stage;

/** The stages of near-duplicate removal, in order. */
public enum DedupStage {
  /** Documents are read; band keys and features are spilled. */
  READING,
  /** Documents with a common key become candidate pairs. */
  GROUPING,
  /** Pairs are merged and, if requested, compared. */
  CHECKING,
  /** Documents of pairs are read again for their shingle sets, if requested. */
  GATHERING,
  /** Pairs are compared by their shingle sets. */
  COMPARING,
  /** Pairs become clusters. */
  JOINING,
  /** The survivor of each cluster is determined. */
  CHOOSING,
  /** All decisions are made. */
  DECIDED;

  public DedupStage next() {
    return values()[ordinal() + 1];
  }
}
