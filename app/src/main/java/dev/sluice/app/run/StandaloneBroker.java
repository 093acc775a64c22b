package dev.sluice.app.run;

import dev.sluice.app.logging.Logging;
import dev.sluice.app.output.WorkDirectory;
import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.SluiceConfig;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/** The embedded broker as a process of its own. */
public final class StandaloneBroker {
  private StandaloneBroker() {}

  /**
   * Runs until interrupted. If the broker fails, the process ends.
   *
   * @param onStarted receives host:port once clients are served
   */
  public static void run(SluiceConfig config, Consumer<String> onStarted)
      throws IOException, InterruptedException {
    try (WorkDirectory work = WorkDirectory.openAny(config.workDirectory().orElseThrow());
        EmbeddedBroker broker = start(config, work)) {
      BrokerAddress.write(work.path(), broker.bootstrapServers());
      onStarted.accept(broker.advertisedServers());
      new CountDownLatch(1).await();
    }
  }

  private static EmbeddedBroker start(SluiceConfig config, WorkDirectory work) throws IOException {
    try {
      Logging.logUnder(work.path());
      return Brokers.start(config, work);
    } catch (ConfigException e) {
      work.undo();
      throw e;
    }
  }
}
