package dev.sluice.app.metrics;

import com.sun.net.httpserver.Headers;
import dev.sluice.app.http.Answer;
import dev.sluice.app.http.HttpEndpoint;
import dev.sluice.app.http.HttpEndpoint.Route;
import dev.sluice.app.monitor.RunDocument;
import dev.sluice.settings.SluiceConfig;
import java.net.HttpURLConnection;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Answers {@code /metrics} with the metrics of this process. The format is OpenMetrics, or
 * Prometheus' older text format for clients that accept text but do not name OpenMetrics.
 * Thread-safe.
 */
public final class MetricsRoute {
  private static final String PATH = "/metrics";
  private static final String ANYTHING = "*/*";

  private final Supplier<RunDocument> job;
  private final long minFreeDiskBytes;
  private Exposition exposition;

  private MetricsRoute(Supplier<RunDocument> job, long minFreeDiskBytes) {
    this.job = job;
    this.minFreeDiskBytes = minFreeDiskBytes;
  }

  /**
   * Returns the route. The metrics library is loaded at the first request.
   *
   * @param job supplier of the state of the job, at most a second old; must be cheap
   * @param config configuration of the process
   */
  public static Route of(Supplier<RunDocument> job, SluiceConfig config) {
    return new HttpEndpoint.Page(
        PATH, new MetricsRoute(job, config.io().minFreeDiskBytes())::answer);
  }

  private Answer answer(Headers headers) {
    Exposition.Text text =
        exposition().text(Optional.ofNullable(headers.getFirst("Accept")).orElse(ANYTHING));
    return Answer.of(HttpURLConnection.HTTP_OK, text.type(), text.bytes());
  }

  private synchronized Exposition exposition() {
    if (exposition == null) {
      exposition = new Exposition(job, minFreeDiskBytes);
    }
    return exposition;
  }
}
