package dev.sluice.app.progress;

import java.util.List;
import java.util.OptionalLong;

/**
 * The progress of the main job: how much is written and sealed.
 *
 * @param seconds time since the job started
 * @param known whether the counts are known; if not, the other components are 0
 * @param done finished bytes of input, in the units that this invocation works on
 * @param total bytes of these units
 * @param secondsLeft remaining seconds until everything is sealed; 0 if it is, empty if unknown
 * @param dumps dumps that are not sealed, in the order of reading
 * @param rows number of rows read from these units, including earlier invocations
 * @param kept number of kept documents of these units; empty if this process does not know
 * @param rowsPerSecond rows per second that this invocation finishes
 * @param bytesPerSecond bytes of input per second that this invocation finishes
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
   * @param name name of the dump
   * @param done bytes of input that are finished
   * @param total bytes of its units
   * @param secondsLeft remaining seconds until the dump is sealed; empty if unknown
   */
  public record DumpProgress(String name, long done, long total, OptionalLong secondsLeft) {}

  /** Copies the list. */
  public RunProgress {
    dumps = List.copyOf(dumps);
  }

  /** Returns the finished fraction, from 0 to 1. */
  public double fraction() {
    return total == 0 ? known ? 1 : 0 : (double) done / total;
  }
}
