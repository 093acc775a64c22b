package dev.sluice.app.http;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads that write event streams, one a viewer. They are others than those that read
 * requests, so viewers keep nobody from an answer. A viewer that does not read an event in time is
 * cut.
 */
final class Viewers implements AutoCloseable {
  /** As many as browsers of a team with some tabs; a thread each. */
  static final int MOST = 32;

  static final String TYPE = "text/event-stream";

  private static final Duration MOST_SILENCE = Duration.ofSeconds(10);
  private static final Duration MOST_GOODBYE = Duration.ofSeconds(1);

  private final TimeLimit limit;
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          0,
          MOST,
          1,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          task -> {
            Thread thread = new Thread(task, "http-viewer");
            thread.setDaemon(true);
            return thread;
          });

  Viewers(TimeLimit limit) {
    this.limit = limit;
  }

  /**
   * Takes over an exchange of which nothing was answered, and closes it in the end.
   *
   * @return false if there are as many viewers as there may be; the exchange stays the caller's
   */
  boolean accept(HttpExchange exchange, EventFeed feed) {
    try {
      threads.execute(() -> tell(exchange, feed));
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  private void tell(HttpExchange exchange, EventFeed feed) {
    try (EventFeed.Viewer viewer = feed.join()) {
      tell(exchange, viewer);
      limit.limit(exchange::close);
    } catch (IOException e) {
      exchange.close(); // the viewer has gone, or was cut
    } catch (InterruptedException e) {
      exchange.close();
      Thread.currentThread().interrupt();
    }
  }

  private void tell(HttpExchange exchange, EventFeed.Viewer viewer)
      throws IOException, InterruptedException {
    exchange.getResponseHeaders().set("Content-Type", TYPE);
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    limit.limit(() -> exchange.sendResponseHeaders(HttpURLConnection.HTTP_OK, 0));
    Optional<byte[]> next = viewer.next(MOST_SILENCE);
    while (next.isPresent()) {
      byte[] bytes = next.get();
      limit.limit(() -> write(exchange.getResponseBody(), bytes));
      next = viewer.next(MOST_SILENCE);
    }
  }

  private static void write(OutputStream out, byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  /** Waits a moment until the streams have ended: their feeds are closed already. */
  @Override
  public void close() {
    threads.shutdown();
    try {
      threads.awaitTermination(MOST_GOODBYE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    threads.shutdownNow();
  }
}
