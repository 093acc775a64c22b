package dev.sluice.app.page;

import dev.sluice.app.http.HttpEndpoint.Route;
import dev.sluice.app.monitor.RunDocument;
import dev.sluice.app.monitor.RunDocuments;
import dev.sluice.app.status.StatusReader;
import dev.sluice.core.Bucket;
import dev.sluice.settings.SluiceConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The live page of an output, whoever works on it: from the run documents below its directory, or,
 * where there are none, from what {@code status} knows. Looks at them each second. Thread-safe.
 */
public final class OutputPage {
  private static final Logger LOG = LoggerFactory.getLogger(OutputPage.class);
  private static final long BETWEEN_MILLIS = 1_000;

  private final Path root;
  private final Optional<Path> work;
  private final StatusReader status;
  private final SortedMap<String, Double> rates = new TreeMap<>();
  private volatile RunDocument latest;

  /**
   * A page of the configured output.
   *
   * @throws dev.sluice.settings.ConfigException if there is no output
   * @throws IOException if the output cannot be read
   */
  public OutputPage(SluiceConfig config) throws IOException, InterruptedException {
    this.root = config.output().path().orElseThrow();
    this.work = config.workDirectory();
    this.status = new StatusReader(config, Set.of());
    for (Bucket bucket : config.rules().buckets().all()) {
      rates.put(bucket.name(), bucket.rate());
    }
    this.latest = read();
  }

  /** The routes of the page. */
  public List<Route> routes() {
    return LivePage.routes(() -> latest, () -> latest);
  }

  /** Keeps the page up to date until this thread is interrupted. */
  public void watch() throws InterruptedException {
    while (true) {
      Thread.sleep(BETWEEN_MILLIS);
      try {
        RunDocument now = read();
        if (!now.equals(latest)) {
          latest = now;
        }
      } catch (IOException | UncheckedIOException e) {
        LOG.atWarn().addKeyValue("error", e.getMessage()).log("the output cannot be read");
      }
    }
  }

  private RunDocument read() throws IOException, InterruptedException {
    Optional<RunDocument> document = RunDocuments.ofOutput(root, work);
    return document.isPresent()
        ? document.get()
        : new StatusDocument(status.read(), rates).at(System.currentTimeMillis());
  }
}
