package dev.sluice.jobs.split;

import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;

/** A phase of the job: processes several files at the same time. */
final class SplitWork {
  private final JobProgress progress;
  private final JobPhase phase;
  private final int threads;
  private final long allBytes;
  private final AtomicLong done = new AtomicLong();
  private volatile boolean stopped;

  SplitWork(JobProgress progress, JobPhase phase, int threads, long allBytes) {
    this.progress = progress;
    this.phase = phase;
    this.threads = threads;
    this.allBytes = allBytes;
  }

  /**
   * Reports that more bytes are done. Called by the work, often.
   *
   * @throws CancellationException if other work has failed
   */
  void done(long bytes) {
    if (stopped) {
      throw new CancellationException("split");
    }
    long reached = Math.min(allBytes, done.addAndGet(bytes));
    progress.reached(JobPosition.of(phase, reached, allBytes));
  }

  /** The results, in order. No work is running any more when it returns or throws. */
  <T> List<T> all(List<Callable<T>> work) throws IOException, InterruptedException {
    WorkerPool workers = new WorkerPool("split", threads);
    try {
      return workers.all(work);
    } catch (IOException | InterruptedException | RuntimeException e) {
      stopped = true;
      throw e;
    } finally {
      workers.shutdown();
    }
  }
}
