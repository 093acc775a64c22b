package dev.sluice.app.run;

import dev.sluice.bands.BandGauge;
import dev.sluice.bands.BandWorkers;
import java.nio.file.Path;
import java.time.Duration;

/** Finds near-duplicates. */
final class BandsRole implements RunningRole {
  private final Path output;
  private final BandWorkers workers;

  /** The role of workers that have been started. */
  BandsRole(Deployment deployment, BandWorkers workers) {
    this.output = deployment.config().output().path().orElseThrow();
    this.workers = workers;
  }

  BandGauge gauge() {
    return workers.gauge();
  }

  @Override
  public void check() throws InterruptedException {
    workers
        .failure()
        .ifPresent(
            error -> {
              throw FailureMessages.failure("bands", output, error);
            });
    if (workers.await(Duration.ZERO)) {
      throw FailureMessages.ofStopped("bands");
    }
  }

  @Override
  public void close() {
    workers.close();
  }
}
