package dev.sluice.jobs.split;

import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import java.util.concurrent.atomic.AtomicLong;

/** Reports the progress of a phase, and stops its threads on request. Thread-safe. */
final class SplitStop {
  private final JobProgress progress;
  private final JobPhase phase;
  private final long all;
  private final AtomicLong done = new AtomicLong();
  private volatile boolean requested;

  /** Ends the work of a thread. */
  static final class StoppedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  SplitStop(JobProgress progress, JobPhase phase, long all) {
    this.progress = progress;
    this.phase = phase;
    this.all = all;
  }

  /** Makes {@link #done} throw from now on. */
  void request() {
    requested = true;
  }

  /** Reports that more bytes are done. */
  void done(long bytes) {
    if (requested) {
      throw new StoppedException();
    }
    progress.reached(JobPosition.of(phase, Math.min(all, done.addAndGet(bytes)), all));
  }
}
