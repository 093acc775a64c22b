package dev.sluice.app.page;

import dev.sluice.app.html.HtmlPage;
import dev.sluice.app.http.Answer;
import dev.sluice.app.http.EventFeed;
import dev.sluice.app.http.EventFeed.Event;
import dev.sluice.app.http.HttpEndpoint;
import dev.sluice.app.http.HttpEndpoint.Route;
import dev.sluice.app.monitor.RunDocument;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.function.Supplier;

/**
 * Serves the live page at {@code /} and its events at {@code /events}. The first event is {@code
 * document}, the run document with all its history; later ones are {@code sample}, the document
 * with only the newest point. Each comes with {@code view}, the content of the page as HTML. The
 * view is made once for all viewers, and only while there are viewers. Thread-safe.
 */
public final class LivePage {
  private final Supplier<RunDocument> document;
  private final Supplier<RunDocument> sample;
  private final String script = HtmlPage.resource("page.js");
  private RunDocument shown;
  private List<Event> latest = List.of();

  private LivePage(Supplier<RunDocument> document, Supplier<RunDocument> sample) {
    this.document = document;
    this.sample = sample;
  }

  /**
   * Returns the routes of a page.
   *
   * @param document supplier of the document with all its history
   * @param sample supplier of the document with only the newest point, which returns the same
   *     object until there is a newer one
   */
  public static List<Route> routes(Supplier<RunDocument> document, Supplier<RunDocument> sample) {
    LivePage page = new LivePage(document, sample);
    return List.of(
        new HttpEndpoint.Page("/", request -> page.answer()),
        new HttpEndpoint.Stream("/events", new EventFeed(page::first, page::latest)));
  }

  private Answer answer() {
    String content =
        """
        <a class="skip" href="#content">Skip to the content</a>
        <header><h1>Sluice</h1><p id="connection" role="status"></p></header>
        <main id="content" tabindex="-1">%s</main>\
        """
            .formatted(PageView.of(document.get()));
    return Answer.of(
            HttpURLConnection.HTTP_OK,
            "text/html; charset=utf-8",
            HtmlPage.around("Sluice", content, script))
        .with("Content-Security-Policy", "frame-ancestors 'none'")
        .with("Referrer-Policy", "no-referrer");
  }

  private List<Event> first() {
    RunDocument run = document.get();
    return List.of(new Event("document", run.json()), view(run));
  }

  private synchronized List<Event> latest() {
    RunDocument run = sample.get();
    if (run != shown) {
      shown = run;
      latest = List.of(new Event("sample", run.json()), view(document.get()));
    }
    return latest;
  }

  private static Event view(RunDocument run) {
    return new Event("view", PageView.of(run));
  }
}
