package dev.sluice.app.run;

import dev.sluice.settings.SluiceConfig;
import dev.sluice.sink.CutLogs;
import dev.sluice.sink.ShardSink;
import dev.sluice.sink.SinkGauge;
import dev.sluice.sink.SinkSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** Writes shards. */
final class SinkRole implements RunningRole {
  private final Path output;
  private final ShardSink sink;

  /** Starts the workers. */
  SinkRole(Deployment deployment, SinkSettings settings, CutLogs cuts) throws IOException {
    SluiceConfig config = deployment.config();
    this.output = config.output().path().orElseThrow();
    this.sink = ShardSink.start(deployment.connection(), deployment.progressLog(), settings, cuts);
  }

  SinkGauge gauge() {
    return sink.gauge();
  }

  /** Writes the manifests of complete units. */
  void seal() throws IOException {
    sink.seal();
  }

  @Override
  public void check() throws InterruptedException {
    sink.failure()
        .ifPresent(
            error -> {
              throw FailureMessages.failure("sink", output, error);
            });
    if (sink.await(Duration.ZERO)) {
      throw FailureMessages.ofStopped("sink");
    }
  }

  @Override
  public void close() {
    sink.close();
  }
}
