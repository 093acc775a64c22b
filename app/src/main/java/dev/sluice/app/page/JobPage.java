package dev.sluice.app.page;

import dev.sluice.app.health.Health;
import dev.sluice.app.http.HttpEndpoint;
import dev.sluice.app.monitor.Monitor;
import dev.sluice.app.monitor.RunState;
import dev.sluice.app.monitor.RunState.Progress;
import dev.sluice.app.monitor.Series.Figure;
import dev.sluice.app.monitor.Work.Look;
import dev.sluice.app.progress.PhaseProgress;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.settings.HttpConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Shows a live page of a job on files while the job works. */
public final class JobPage {
  private final String job;
  private final Consumer<String> opened;

  /** The work of a job. */
  @FunctionalInterface
  public interface Work<T> {
    /** Does the work and reports its progress. */
    T run(JobProgress progress) throws IOException, InterruptedException;
  }

  /**
   * Creates a page on a free port of the loopback address.
   *
   * @param job the command
   * @param opened receiver of the address
   */
  public JobPage(String job, Consumer<String> opened) {
    this.job = job;
    this.opened = opened;
  }

  /**
   * Runs the work and shows its progress.
   *
   * @param progress progress of the job
   * @param written directories that the work writes to
   */
  public <T> T show(PhaseProgress progress, Work<T> work, List<Path> written)
      throws IOException, InterruptedException {
    Health health = new Health(job);
    try (Monitor monitor = Monitor.start(job, List.of(), health::phaseName)) {
      monitor.watch(() -> look(progress), written);
      health.enter(Health.Phase.READY);
      HttpEndpoint endpoint =
          HttpEndpoint.start(
              HttpConfig.NONE.onSomePort(), LivePage.routes(monitor::document, monitor::sample));
      try {
        opened.accept(endpoint.address());
        return run(progress, work, monitor);
      } finally {
        endpoint.close();
      }
    }
  }

  /**
   * Returns a look at the phases of a job, each of which is an equal part of the job's progress.
   */
  private static Look look(PhaseProgress progress) {
    List<PhaseProgress.Phase> phases = progress.phases();
    if (phases.isEmpty()) {
      return Look.NOTHING;
    }
    PhaseProgress.Phase last = phases.get(phases.size() - 1);
    int planned = progress.planned();
    double fraction = (phases.size() - 1 + last.fraction()) / Math.max(planned, phases.size());
    Long left = phases.size() < planned ? null : last.secondsLeft();
    return new Look(
        RunState.ofFiles(new Progress(0, 0, fraction, left), phases),
        true,
        Map.of(
            Figure.READ_BYTES_PER_SECOND,
            (double) progress.bytes(),
            Figure.ROWS_PER_SECOND,
            (double) phases.stream().mapToLong(PhaseProgress.Phase::rows).sum()));
  }

  private static <T> T run(PhaseProgress progress, Work<T> work, Monitor monitor)
      throws IOException, InterruptedException {
    try {
      T result = work.run(progress);
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
