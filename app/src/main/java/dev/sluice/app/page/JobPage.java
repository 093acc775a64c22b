package dev.sluice.app.page;

import dev.sluice.app.health.Health;
import dev.sluice.app.http.HttpEndpoint;
import dev.sluice.app.monitor.Monitor;
import dev.sluice.app.monitor.PhasesWork;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.settings.HttpConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** A live page of a job on files, while it works. */
public final class JobPage {
  private final String job;
  private final Consumer<String> opened;

  /** The work of a job. */
  @FunctionalInterface
  public interface Work<T> {
    /** Does it, and reports its progress. */
    T run(JobProgress progress) throws IOException, InterruptedException;
  }

  /**
   * A page on a free port of the loopback address.
   *
   * @param job the command
   * @param opened is told the address
   */
  public JobPage(String job, Consumer<String> opened) {
    this.job = job;
    this.opened = opened;
  }

  /**
   * Works, and shows how.
   *
   * @param progress is told the progress too
   * @param written directories that are written to
   */
  public <T> T show(JobProgress progress, Work<T> work, List<Path> written)
      throws IOException, InterruptedException {
    PhasesWork phases = new PhasesWork(progress);
    Health health = new Health(job);
    try (Monitor monitor = Monitor.start(job, List.of(), health::phaseName)) {
      monitor.watch(phases, written);
      health.enter(Health.Phase.READY);
      HttpEndpoint endpoint =
          HttpEndpoint.start(
              HttpConfig.NONE.onSomePort(), LivePage.routes(monitor::document, monitor::sample));
      try {
        opened.accept(endpoint.address());
        return run(phases, work, monitor);
      } finally {
        endpoint.close();
      }
    }
  }

  private static <T> T run(PhasesWork phases, Work<T> work, Monitor monitor)
      throws IOException, InterruptedException {
    try {
      T result = work.run(phases);
      monitor.end("ended", "everything is finished");
      return result;
    } catch (InterruptedException e) {
      monitor.end("stopped", "stopped on request");
      throw e;
    } catch (IOException | RuntimeException | Error e) {
      monitor.end("failed", String.valueOf(e.getMessage()));
      throw e;
    }
  }
}
