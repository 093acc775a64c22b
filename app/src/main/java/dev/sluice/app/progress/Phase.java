package dev.sluice.app.progress;

/**
 * The progress of one phase of a job on files.
 *
 * @param name of the phase
 * @param done of the total
 * @param total 0 if unknown
 * @param inBytes whether these are bytes
 * @param rows read or written in it
 * @param seconds spent in it
 * @param secondsLeft until its end; null if unknown
 */
public record Phase(
    String name,
    long done,
    long total,
    boolean inBytes,
    long rows,
    double seconds,
    Long secondsLeft) {
  /** The fraction that is finished, from 0 to 1; 0 if the total is unknown. */
  public double fraction() {
    return total == 0 ? 0 : Math.min(1, (double) done / total);
  }
}
