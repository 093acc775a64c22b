package dev.sluice.cli.option;

import dev.sluice.app.page.JobPage;
import dev.sluice.app.progress.PhaseProgress;
import dev.sluice.settings.LoadedConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** {@code --page}: shows a live page of what a command does. */
public final class PageOption {
  @Option(
      names = "--page",
      description =
          "Serve a live page on this machine while the command runs, and print the address of the"
              + " page. The port is http.port if configured, or else any free port.")
  private boolean page;

  /** Returns whether the page is requested. */
  public boolean isGiven() {
    return page;
  }

  /** Returns the configuration, with a port added if the page is requested. */
  public LoadedConfig on(LoadedConfig loaded) {
    return page ? loaded.with(loaded.config().with(loaded.config().http().onSomePort())) : loaded;
  }

  /**
   * Runs a job on files, and serves a live page if {@code --page} is given.
   *
   * @param job name of the command
   * @param progress displays the progress elsewhere
   * @param written paths that are written to
   */
  public <T> T show(String job, PhaseProgress progress, JobPage.Work<T> work, Path... written)
      throws IOException, InterruptedException {
    return page
        ? new JobPage(job, address -> System.err.println("sluice: live page at " + address))
            .show(progress, work, List.of(written))
        : work.run(progress);
  }
}
