package dev.sluice.cli.exit;

import dev.sluice.app.health.Health;
import dev.sluice.app.health.HealthRoutes;
import dev.sluice.app.http.HttpEndpoint;
import dev.sluice.app.http.HttpEndpoint.Route;
import dev.sluice.app.metrics.MetricsRoute;
import dev.sluice.app.monitor.Monitor;
import dev.sluice.app.page.LivePage;
import dev.sluice.settings.HttpConfig;
import dev.sluice.settings.SluiceConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * What a process answers over HTTP while it works.
 *
 * @param http where; if no port is configured, nothing is loaded and nothing listens
 * @param health of the process
 * @param more routes beside those of its health
 * @param isAnnounced whether the address of the page is printed on stderr
 */
public record Served(
    HttpConfig http, Health health, Supplier<List<Route>> more, boolean isAnnounced) {
  /**
   * The health of a process of the main job, and the page and the metrics of what its monitor sees.
   */
  public static Served job(SluiceConfig config, Health health, Monitor monitor) {
    return new Served(config.http(), health, () -> routes(config, monitor), false);
  }

  private static List<Route> routes(SluiceConfig config, Monitor monitor) {
    List<Route> routes = new ArrayList<>(LivePage.routes(monitor::document, monitor::sample));
    routes.add(MetricsRoute.of(monitor::sample, config));
    return routes;
  }

  /** These answers, with the address of the page on stderr if {@code asked}. */
  public Served announced(boolean asked) {
    return new Served(http, health, more, asked);
  }

  /** Starts to listen. */
  HttpEndpoint start() {
    List<Route> routes = new ArrayList<>(HealthRoutes.of(health));
    routes.addAll(more.get());
    HttpEndpoint endpoint = HttpEndpoint.start(http, routes);
    if (isAnnounced) {
      System.err.println("sluice: live page at " + endpoint.address());
    }
    return endpoint;
  }
}
