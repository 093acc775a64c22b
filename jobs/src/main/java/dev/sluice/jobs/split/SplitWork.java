package dev.sluice.jobs.split;

import dev.sluice.jobs.text.JobFailedException;
import dev.sluice.jobs.text.WorkerThreads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/** Does something with every file, several at once. */
final class SplitWork {
  private SplitWork() {}

  /**
   * The results, in order. Nobody works any longer when it returns or throws.
   *
   * @throws JobFailedException as the work threw it
   * @throws InterruptedException when this thread is interrupted
   */
  static <T> List<T> all(List<Callable<T>> work, int threads, SplitStop stop)
      throws IOException, InterruptedException {
    ExecutorService workers = WorkerThreads.named("split", threads);
    List<Future<T>> futures = new ArrayList<>();
    List<T> results = new ArrayList<>();
    try {
      work.forEach(one -> futures.add(workers.submit(one)));
      for (Future<T> future : futures) {
        results.add(WorkerThreads.resultOf(future));
      }
      return results;
    } catch (IllegalStateException e) {
      if (e.getCause() instanceof JobFailedException failed) {
        throw failed;
      }
      throw e;
    } finally {
      if (results.size() < work.size()) {
        stop.request();
      }
      workers.shutdown();
      futures.forEach(future -> future.cancel(false));
      WorkerThreads.awaitEnd(workers);
    }
  }
}
