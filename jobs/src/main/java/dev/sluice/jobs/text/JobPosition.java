package dev.sluice.jobs.text;

/**
 * The progress of a job at one moment.
 *
 * @param done the part of {@code total} that is done, in the unit of the phase
 * @param total the total amount of the phase; 0 if unknown
 * @param rows number of rows read or written so far in the phase; 0 if not counted
 * @param file the file that is being read or written; empty if unknown
 */
public record JobPosition(JobPhase phase, long done, long total, long rows, String file) {
  /** Returns a position that has neither a number of rows nor a file. */
  public static JobPosition of(JobPhase phase, long done, long total) {
    return new JobPosition(phase, done, total, 0, "");
  }

  /** Returns a copy with the given phase. */
  public JobPosition in(JobPhase other) {
    return new JobPosition(other, done, total, rows, file);
  }
}
