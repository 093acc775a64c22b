package dev.sluice.cli.job;

import dev.sluice.cli.Failure;
import dev.sluice.cli.config.ConfigException;
import dev.sluice.cli.config.SluiceConfig;
import dev.sluice.cli.logging.Logging;
import dev.sluice.embedded.EmbeddedBroker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/** The embedded broker as a process of its own. */
public final class StandaloneBroker {
  private static final Path DEFAULT_DIRECTORY = Path.of("sluice-broker");

  private StandaloneBroker() {}

  /**
   * Runs until interrupted.
   *
   * @param onStarted told host:port once clients are served
   * @throws Failure when the broker cannot go on
   */
  public static void run(SluiceConfig config, Consumer<String> onStarted)
      throws IOException, InterruptedException {
    CompletableFuture<String> fault = new CompletableFuture<>();
    try (WorkDirectory work = WorkDirectory.open(config.workDir().orElse(DEFAULT_DIRECTORY));
        EmbeddedBroker broker = start(config, work, fault)) {
      onStarted.accept(broker.bootstrapServers());
      throw new Failure(fault.get());
    } catch (ExecutionException e) {
      throw new IllegalStateException("a fault is only ever told", e);
    }
  }

  private static EmbeddedBroker start(
      SluiceConfig config, WorkDirectory work, CompletableFuture<String> fault) throws IOException {
    try {
      Logging.logUnder(work.path());
      return Deployment.startBroker(config, work, fault::complete);
    } catch (ConfigException e) {
      work.undo();
      throw e;
    }
  }
}
