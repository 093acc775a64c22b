package dev.sluice.jobs.split;

import dev.sluice.core.work.WorkerPool;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

/** Processes several files at the same time. */
final class SplitWork {
  private SplitWork() {}

  /** The results, in order. No work is running any more when it returns or throws. */
  static <T> List<T> all(List<Callable<T>> work, int threads, SplitStop stop)
      throws IOException, InterruptedException {
    WorkerPool workers = new WorkerPool("split", threads);
    try {
      return workers.all(work);
    } catch (IOException | InterruptedException | RuntimeException e) {
      stop.request();
      throw e;
    } finally {
      workers.shutdown();
    }
  }
}
