package dev.sluice.jobs.dedup.stage;

import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import java.util.Locale;

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

  private final JobPhase phase = JobPhase.ofItems(name().toLowerCase(Locale.ROOT));

  /** A position in this stage: parts, pairs or documents, depending on the stage. */
  public JobPosition at(long done, long total) {
    return JobPosition.of(phase, done, total);
  }

  public DedupStage next() {
    return values()[ordinal() + 1];
  }
}
