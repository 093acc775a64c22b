package dev.sluice.app.run;

import dev.sluice.app.monitor.Monitor;
import dev.sluice.app.monitor.PipelineWork;
import dev.sluice.app.output.StopRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Work on a deployment, under a monitor whose document says how it ended. */
final class MonitoredRun {
  private final Monitor monitor;
  private final StopRequest stop;

  MonitoredRun(Monitor monitor, StopRequest stop) {
    this.monitor = monitor;
    this.stop = stop;
  }

  /** The work. */
  @FunctionalInterface
  interface Body<T> {
    T run(PipelineWork work) throws IOException, InterruptedException;
  }

  /** Runs it to its end. The monitor looks at what it is given. */
  <T> T run(Deployment deployment, PipelineWork work, Body<T> body)
      throws IOException, InterruptedException {
    monitor.watch(work, deployment.workDirectory(), deployment.instanceId(), written(deployment));
    try {
      T result = body.run(work);
      monitor.end("ended", "everything is finished");
      return result;
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      if (stop.isMade()) {
        monitor.end("stopped", "stopped on request");
      } else {
        monitor.end("failed", String.valueOf(e.getMessage()));
      }
      throw e;
    }
  }

  private static List<Path> written(Deployment deployment) {
    List<Path> written = new ArrayList<>();
    deployment.config().output().localPath().ifPresent(written::add);
    deployment.config().stateDirectory().ifPresent(written::add);
    written.add(deployment.workDirectory());
    return written;
  }
}
