package dev.sluice.app.progress;

import java.util.List;
import java.util.OptionalLong;

/**
 * The progress of the main job: how much is written and sealed.
 *
 * @param seconds since the job started
 * @param known whether the counts are there; if not, the others are 0
 * @param done bytes of input that are finished, of the units that this invocation works on
 * @param total bytes of these units
 * @param secondsLeft until everything is sealed; 0 if it is, empty if unknown
 * @param dumps that are not sealed, in the order in which they are read
 * @param rows read of these units, also by earlier invocations
 * @param kept documents of these units; empty if this process does not know
 * @param rowsPerSecond finished by this invocation
 * @param bytesPerSecond of input, finished by this invocation
 */
public record RunProgress(
    double seconds,
    boolean known,
    long done,
    long total,
    OptionalLong secondsLeft,
    List<DumpProgress> dumps,
    long rows,
    OptionalLong kept,
    double rowsPerSecond,
    double bytesPerSecond) {
  /**
   * A dump that is not sealed.
   *
   * @param name of the dump
   * @param done bytes of input that are finished
   * @param total bytes of its units
   * @param secondsLeft until it is sealed; empty if unknown
   */
  public record DumpProgress(String name, long done, long total, OptionalLong secondsLeft) {}

  /** Copies the list. */
  public RunProgress {
    dumps = List.copyOf(dumps);
  }

  /** The finished fraction, from 0 to 1. */
  public double fraction() {
    return total == 0 ? known ? 1 : 0 : (double) done / total;
  }
}
