package dev.sluice.jobs.text;

/**
 * The progress of a job at one moment.
 *
 * @param done of {@code total}, in the unit of the phase
 * @param total 0 if unknown
 * @param rows read or written so far in the phase; 0 if not counted
 * @param file that is being read or written; empty if unknown
 */
public record JobPosition(JobPhase phase, long done, long total, long rows, String file) {
  /** A position without rows and file. */
  public static JobPosition of(JobPhase phase, long done, long total) {
    return new JobPosition(phase, done, total, 0, "");
  }

  /** Returns a copy in another phase. */
  public JobPosition in(JobPhase other) {
    return new JobPosition(other, done, total, rows, file);
  }
}
