package dev.sluice.app.health;

import dev.sluice.app.http.Answer;
import dev.sluice.app.http.HttpEndpoint.Route;
import dev.sluice.storage.output.Json;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Answers {@code /health/live} and {@code /health/ready} with 200 or 503 and a JSON object. A
 * process that answers is alive, because one that fails ends.
 */
public final class HealthRoutes {
  private final Health health;

  private HealthRoutes(Health health) {
    this.health = health;
  }

  /** The routes that report the health of this process. */
  public static List<Route> of(Health health) {
    HealthRoutes routes = new HealthRoutes(health);
    return List.of(
        new Route("/health/live", request -> routes.answer(HttpURLConnection.HTTP_OK)),
        new Route("/health/ready", request -> routes.answer(routes.ready())));
  }

  private int ready() {
    return health.phase() == Health.Phase.READY
        ? HttpURLConnection.HTTP_OK
        : HttpURLConnection.HTTP_UNAVAILABLE;
  }

  private Answer answer(int status) {
    Map<String, String> body = new TreeMap<>();
    body.put("role", health.role());
    body.put("phase", health.phaseName());
    return Answer.of(status, "application/json", Json.text(body) + "\n");
  }
}
