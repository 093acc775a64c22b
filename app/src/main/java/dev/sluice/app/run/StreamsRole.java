package dev.sluice.app.run;

import dev.sluice.streams.StreamsRunner;
import dev.sluice.streams.gauge.TopologyGauge;
import java.nio.file.Path;
import java.time.Duration;

/** Runs the topology. */
final class StreamsRole implements RunningRole {
  private final Path state;
  private final StreamsRunner runner;

  /** Starts the topology. */
  StreamsRole(Deployment deployment, Stages stages) {
    this.state = deployment.config().stateDirectory().orElseThrow();
    this.runner = stages.startTopology();
  }

  TopologyGauge gauge() {
    return runner.gauge();
  }

  StreamsRunner runner() {
    return runner;
  }

  /** About how many keys its stores hold. */
  long storedKeys() {
    return runner.storedKeys();
  }

  @Override
  public boolean isReady() {
    return runner.isRunning();
  }

  @Override
  public void check() throws InterruptedException {
    runner
        .failure()
        .ifPresent(
            error -> {
              throw FailureMessages.failure("streams", state, error);
            });
    if (runner.await(Duration.ZERO)) {
      throw FailureMessages.ofStopped("streams");
    }
  }

  @Override
  public void close() {
    runner.close();
  }
}
