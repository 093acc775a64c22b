package dev.sluice.cli.exit;

import dev.sluice.app.Failure;
import dev.sluice.app.health.Health;
import dev.sluice.app.http.HttpEndpoint;
import dev.sluice.app.http.HttpEndpoint.Route;
import dev.sluice.app.metrics.MetricsRoute;
import dev.sluice.app.monitor.Monitor;
import dev.sluice.app.page.LivePage;
import dev.sluice.app.run.MainJob;
import dev.sluice.settings.HttpConfig;
import dev.sluice.settings.LoadedConfig;
import dev.sluice.settings.Machine;
import dev.sluice.settings.SluiceConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The HTTP endpoint of a process while it works.
 *
 * @param http configured address; if no port is configured, nothing is loaded and nothing listens
 * @param health health of the process
 * @param more routes in addition to those of the health
 * @param isAnnounced whether the address of the page is printed on stderr
 */
public record Served(
    HttpConfig http, Health health, Supplier<List<Route>> more, boolean isAnnounced) {
  /** The work of a command on the main job. */
  @FunctionalInterface
  public interface Work<T> {
    /** Works until stopped, or until there is nothing left to do. */
    T run(MainJob job) throws Exception;
  }

  /**
   * Runs the main job, or one of its roles, with its health, its monitor and its HTTP routes.
   *
   * @param name name of the command
   * @param isAnnounced whether the address of the page is printed on stderr
   */
  public static <T> T run(
      String name, LoadedConfig loaded, Machine machine, boolean isAnnounced, Work<T> work)
      throws Exception {
    SluiceConfig config = loaded.config();
    Health health = new Health(name);
    try (Monitor monitor = Monitor.start(name, loaded.settings(), health::phaseName)) {
      return CleanStop.guard(
          new Served(config.http(), health, () -> routes(config, monitor), isAnnounced),
          stop -> work.run(new MainJob(config, machine, health, monitor, stop)));
    } catch (IOException | UncheckedIOException e) {
      Optional<String> full = FullDisk.message(e, written(config));
      if (full.isPresent()) {
        throw new Failure(name + ": " + full.get(), e);
      }
      throw e;
    }
  }

  private static Path[] written(SluiceConfig config) {
    return Stream.concat(config.workDirectory().stream(), config.output().localPath().stream())
        .toArray(Path[]::new);
  }

  private static List<Route> routes(SluiceConfig config, Monitor monitor) {
    List<Route> routes = new ArrayList<>(LivePage.routes(monitor::document, monitor::sample));
    routes.add(MetricsRoute.of(monitor::sample, config));
    return routes;
  }

  /** Starts to listen. */
  HttpEndpoint start() {
    List<Route> routes = new ArrayList<>(health.routes());
    routes.addAll(more.get());
    HttpEndpoint endpoint = HttpEndpoint.start(http, routes);
    if (isAnnounced) {
      System.err.println("sluice: live page at " + endpoint.address());
    }
    return endpoint;
  }
}
