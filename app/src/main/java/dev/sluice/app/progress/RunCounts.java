package dev.sluice.app.progress;

import java.util.List;
import java.util.OptionalLong;

/**
 * What the stages of the main job have counted at one moment.
 *
 * @param complete whether all counts are there; not while a restart restores its state
 * @param units of the output and those to be read, in the order in which they are read
 * @param rowsFinished of all units: rows that were dropped, and documents that were written
 * @param kept documents of the units that are worked on, without markers; empty if this process
 *     does not know
 */
public record RunCounts(
    boolean complete, List<UnitCounts> units, long rowsFinished, OptionalLong kept) {
  /** Nothing is known yet. */
  public static final RunCounts NONE = new RunCounts(false, List.of(), 0, OptionalLong.empty());

  /**
   * A unit.
   *
   * @param dump the dump that its directory is named after
   * @param working whether this invocation works on it; not if it was sealed before
   * @param bytes of its files
   * @param bytesRead of them
   * @param rows read
   * @param finished whether it is sealed; for {@code ingest}, whether it is read
   */
  public record UnitCounts(
      String dump, boolean working, long bytes, long bytesRead, long rows, boolean finished) {}

  /** Copies the list. */
  public RunCounts {
    units = List.copyOf(units);
  }
}
