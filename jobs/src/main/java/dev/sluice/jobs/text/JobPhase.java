package dev.sluice.jobs.text;

/**
 * A phase of a job.
 *
 * @param name name of the phase for people
 * @param inBytes whether the progress of the phase is measured in bytes; otherwise in items
 */
public record JobPhase(String name, boolean inBytes) {
  /** The input is read. */
  public static final JobPhase READING = new JobPhase("reading", true);

  /** The output is written. */
  public static final JobPhase WRITING = new JobPhase("writing", true);

  /** Creates a phase whose progress is measured in items. */
  public static JobPhase ofItems(String name) {
    return new JobPhase(name, false);
  }
}
