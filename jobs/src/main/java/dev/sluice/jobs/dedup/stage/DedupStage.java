package dev.sluice.jobs.dedup.stage;

import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import java.util.ArrayList;
import java.util.List;

/** The stages of near-duplicate removal, in order. */
public enum DedupStage {
  /** Documents are read; band keys and features are spilled. */
  READING("reading"),
  /** Documents with a common key become candidate pairs. */
  GROUPING("finding candidate pairs"),
  /** Pairs are merged and, if requested, compared. */
  CHECKING("checking candidate pairs"),
  /** Documents of pairs are read again for their shingle sets, if requested. */
  GATHERING("reading candidates again"),
  /** Pairs are compared by their shingle sets. */
  COMPARING("comparing candidates"),
  /** Pairs become clusters. */
  JOINING("joining clusters"),
  /** The survivor of each cluster is determined. */
  CHOOSING("choosing what is kept"),
  /** All decisions are made. */
  DECIDED("verifying the decisions");

  private final JobPhase phase;

  DedupStage(String forPeople) {
    this.phase = JobPhase.ofItems(forPeople);
  }

  /** The phases that this method needs, from reading to writing. */
  public static List<JobPhase> phases(boolean exactly) {
    List<JobPhase> phases = new ArrayList<>();
    phases.add(JobPhase.READING);
    phases.add(GROUPING.phase);
    phases.add(CHECKING.phase);
    if (exactly) {
      phases.add(JobPhase.GATHERING);
      phases.add(COMPARING.phase);
    }
    phases.add(JOINING.phase);
    phases.add(CHOOSING.phase);
    phases.add(JobPhase.WRITING);
    return phases;
  }

  /** A position in this stage: parts, pairs or documents, depending on the stage. */
  public JobPosition at(long done, long total) {
    return JobPosition.of(phase, done, total);
  }

  public DedupStage next() {
    return values()[ordinal() + 1];
  }
}
