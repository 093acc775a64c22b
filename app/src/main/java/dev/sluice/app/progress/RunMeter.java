package dev.sluice.app.progress;

import dev.sluice.app.progress.RunMeter.RunCounts.UnitCounts;
import dev.sluice.app.progress.RunProgress.DumpProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Measures how much of the main job is finished, and estimates when the rest will be. It uses the
 * counts of the stages. Units that this invocation does not work on are not included, so progress
 * starts at 0 when a dump is added to many.
 *
 * <p>Rows are finished approximately in the order in which they are read. So the finished rows are
 * taken as those of the first units, and a unit's bytes as finished in proportion to its rows.
 * Thread-safe.
 */
public final class RunMeter {
  private static final double NANOS = 1e9;

  private final Supplier<RunCounts> counts;
  private final LongSupplier nanos;
  private final long startNanos;
  private final TimeLeft timeLeft = new TimeLeft();
  private RunCounts last = RunCounts.NONE;
  private boolean begun;
  private long rowsBefore;
  private long doneBefore;
  private double secondsBefore;

  /** Starts to measure a job. */
  public RunMeter(Supplier<RunCounts> counts) {
    this(counts, System::nanoTime);
  }

  /**
   * @param nanos clock in nanoseconds, with an arbitrary origin
   */
  RunMeter(Supplier<RunCounts> counts, LongSupplier nanos) {
    this.counts = counts;
    this.nanos = nanos;
    this.startNanos = nanos.getAsLong();
  }

  /** Returns the current progress. Call this about once a second, so that the rate is known. */
  public synchronized RunProgress now() {
    double seconds = (nanos.getAsLong() - startNanos) / NANOS;
    RunCounts counted = counts.get();
    last = counted.complete() ? counted : last; // stages that stop forget their counts
    if (!last.complete()) {
      return new RunProgress(
          seconds, false, 0, 0, OptionalLong.empty(), List.of(), 0, OptionalLong.empty(), 0, 0);
    }
    return progress(seconds, last);
  }

  private RunProgress progress(double seconds, RunCounts now) {
    long rowsLeft = now.rowsFinished();
    long done = 0;
    long total = 0;
    long rows = 0;
    List<DumpProgress> open = new ArrayList<>();
    List<Long> ends = new ArrayList<>();
    for (UnitCounts unit : now.units()) {
      long finished = finishedBytes(unit, Math.max(0, Math.min(rowsLeft, unit.rows())));
      rowsLeft -= unit.rows();
      if (unit.working()) {
        done += finished;
        total += unit.bytes();
        rows += unit.rows();
        if (!unit.finished()) {
          open.add(new DumpProgress(unit.dump(), finished, unit.bytes(), OptionalLong.empty()));
          ends.add(total);
        }
      }
    }
    if (!begun) {
      begun = true;
      rowsBefore = now.rowsFinished();
      doneBefore = done;
      secondsBefore = seconds;
    }
    timeLeft.reached(seconds, done);
    double time = Math.max(seconds - secondsBefore, 1 / NANOS);
    return new RunProgress(
        seconds,
        true,
        done,
        total,
        timeLeft.until(seconds, total),
        withTimes(open, ends, seconds),
        rows,
        now.kept(),
        Math.max(0, now.rowsFinished() - rowsBefore) / time,
        Math.max(0, done - doneBefore) / time);
  }

  private List<DumpProgress> withTimes(List<DumpProgress> open, List<Long> ends, double seconds) {
    List<DumpProgress> dumps = new ArrayList<>();
    for (int i = 0; i < open.size(); i++) {
      DumpProgress dump = open.get(i);
      OptionalLong left = timeLeft.until(seconds, ends.get(i));
      // If later dumps have begun, the first may be written completely, but it is not sealed.
      OptionalLong atLeastOne =
          left.isPresent() ? OptionalLong.of(Math.max(1, left.getAsLong())) : left;
      dumps.add(new DumpProgress(dump.name(), dump.done(), dump.total(), atLeastOne));
    }
    return dumps;
  }

  /**
   * Returns the finished bytes of a unit. A unit whose rows are all written is not finished until
   * it is sealed.
   */
  private static long finishedBytes(UnitCounts unit, long rowsFinished) {
    if (unit.finished()) {
      return unit.bytes();
    }
    double share = unit.rows() == 0 ? 0 : (double) rowsFinished / unit.rows();
    return Math.max(0, Math.min(unit.bytes() - 1, Math.round(unit.bytesRead() * share)));
  }

  /**
   * The counts of the main job's stages at one moment.
   *
   * @param complete whether all counts are known; false while a restart restores its state
   * @param units units of the output and units to be read, in the order of reading
   * @param rowsFinished number of finished rows of all units: rows that were dropped, and documents
   *     that were written
   * @param kept number of kept documents of the units that are worked on, without markers; empty if
   *     this process does not know
   */
  public record RunCounts(
      boolean complete, List<UnitCounts> units, long rowsFinished, OptionalLong kept) {
    /** The counts when nothing is known yet. */
    public static final RunCounts NONE = new RunCounts(false, List.of(), 0, OptionalLong.empty());

    /**
     * A unit.
     *
     * @param dump dump after which the unit's directory is named
     * @param working whether this invocation works on the unit; false if it was sealed before
     * @param bytes size of its files
     * @param bytesRead number of bytes read of them
     * @param rows number of rows read
     * @param finished whether the unit is sealed or, for {@code ingest}, read completely
     */
    public record UnitCounts(
        String dump, boolean working, long bytes, long bytesRead, long rows, boolean finished) {}

    /** Copies the list. */
    public RunCounts {
      units = List.copyOf(units);
    }
  }
}
