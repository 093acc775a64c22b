package dev.sluice.app.page;

import dev.sluice.app.html.HtmlPage;
import dev.sluice.app.http.Answer;
import dev.sluice.app.http.HttpEndpoint.Route;
import dev.sluice.app.monitor.RunDocument;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * The live page at {@code /}, its content as HTML at {@code /view}, and the run document at {@code
 * /run.json}. Each answer at {@code /view} comes after a second, and the page then asks again: a
 * browser would slow down timers of a page that nobody looks at. At most {@value #MOST_VIEWERS}
 * requests wait; others are answered with 503. Thread-safe.
 */
public final class LivePage {
  private static final int MOST_VIEWERS = 32;
  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final String HTML = "text/html; charset=utf-8";

  private final Supplier<RunDocument> document;
  private final String script = HtmlPage.resource("page.js");
  private final Semaphore viewers = new Semaphore(MOST_VIEWERS);

  private LivePage(Supplier<RunDocument> document) {
    this.document = document;
  }

  /**
   * The routes of a page.
   *
   * @param document makes the run document with all its history
   */
  public static List<Route> routes(Supplier<RunDocument> document) {
    LivePage page = new LivePage(document);
    return List.of(
        new Route("/", request -> page.answer()),
        new Route("/view", request -> page.view(), true),
        new Route("/run.json", request -> page.json()));
  }

  private Answer answer() {
    String content =
        """
        <a class="skip" href="#content">Skip to the content</a>
        <header><h1>Sluice</h1><p id="connection" role="status"></p></header>
        <main id="content" tabindex="-1">%s</main>\
        """
            .formatted(PageView.of(document.get()));
    return Answer.of(HttpURLConnection.HTTP_OK, HTML, HtmlPage.around("Sluice", content, script))
        .with("Content-Security-Policy", "frame-ancestors 'none'")
        .with("Referrer-Policy", "no-referrer");
  }

  private Answer view() {
    if (!viewers.tryAcquire()) {
      return Answer.of(HttpURLConnection.HTTP_UNAVAILABLE, HTML, "");
    }
    try {
      LockSupport.parkNanos(INTERVAL.toNanos());
      return Answer.of(HttpURLConnection.HTTP_OK, HTML, PageView.of(document.get()));
    } finally {
      viewers.release();
    }
  }

  private Answer json() {
    return Answer.of(HttpURLConnection.HTTP_OK, "application/json", document.get().json());
  }
}
