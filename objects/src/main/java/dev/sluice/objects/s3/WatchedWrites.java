package dev.sluice.objects.s3;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;

/**
 * Ends requests whose body the server does not accept. The JDK limits how long a connection waits
 * to receive bytes, but not how long it waits to send them. A separate thread therefore sends the
 * body, and the waiting thread observes whether it makes progress. Thread-safe.
 */
final class WatchedWrites implements SdkHttpClient {
  /** Number of periods to wait after the end of a body. */
  private static final int SILENT_AT_THE_END = 3;

  private final SdkHttpClient client;
  private final int silenceMillis;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          work -> {
            Thread thread = new Thread(work, "s3-write");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * @param silenceMillis minimum time without progress after which a request ends; the actual time
   *     is at most twice as long, or up to four times as long at the end of a body, whose last
   *     bytes may wait in a buffer
   */
  WatchedWrites(SdkHttpClient client, int silenceMillis) {
    this.client = client;
    this.silenceMillis = silenceMillis;
  }

  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
    return request
        .contentStreamProvider()
        .<ExecutableHttpRequest>map(content -> new Write(request, content))
        .orElseGet(() -> client.prepareRequest(request));
  }

  @Override
  public String clientName() {
    return client.clientName();
  }

  @Override
  public void close() {
    threads.shutdownNow();
    client.close();
  }

  /** A request with a body. */
  private final class Write implements ExecutableHttpRequest {
    private final ExecutableHttpRequest request;
    private volatile long taken;
    private volatile boolean isUnderWay;
    private volatile boolean isEnded;
    private volatile boolean isGivenUp;

    Write(HttpExecuteRequest whole, ContentStreamProvider content) {
      HttpExecuteRequest watched =
          HttpExecuteRequest.builder()
              .request(whole.httpRequest())
              .contentStreamProvider(() -> new Body(content.newStream()))
              .build();
      this.request = client.prepareRequest(watched);
    }

    @Override
    public HttpExecuteResponse call() throws IOException {
      Future<HttpExecuteResponse> answer = threads.submit(request);
      try {
        return await(answer);
      } catch (InterruptedException e) {
        giveUp();
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("stopped while writing");
      } catch (ExecutionException e) {
        if (e.getCause() instanceof IOException failure) {
          throw failure;
        }
        if (e.getCause() instanceof RuntimeException failure) {
          throw failure;
        }
        throw new IllegalStateException(e.getCause());
      }
    }

    private HttpExecuteResponse await(Future<HttpExecuteResponse> answer)
        throws IOException, InterruptedException, ExecutionException {
      long before = -1;
      int silent = 0;
      while (true) {
        try {
          return answer.get(silenceMillis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          silent = taken == before ? silent + 1 : 0;
          if (isUnderWay && silent >= (isEnded ? SILENT_AT_THE_END : 1)) {
            giveUp();
            throw new SocketTimeoutException(
                "the store accepted %,d bytes, then no more bytes for %,d ms"
                    .formatted(taken, silenceMillis));
          }
          before = taken;
        }
      }
    }

    /** Aborts the request on another thread, because closing a connection may block. */
    private void giveUp() {
      isGivenUp = true;
      threads.submit(request::abort);
    }

    @Override
    public void abort() {
      giveUp();
    }

    /** Counts the bytes sent: the next piece is read once the previous one was sent. */
    private final class Body extends FilterInputStream {
      Body(InputStream in) {
        super(in);
        taken = 0;
        isUnderWay = false;
        isEnded = false;
      }

      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
      }

      @Override
      public int read(byte[] target, int offset, int length) throws IOException {
        if (isGivenUp) {
          throw new InterruptedIOException("given up");
        }
        int count = super.read(target, offset, length);
        isUnderWay = true;
        isEnded = count < 0;
        taken += Math.max(0, count);
        return count;
      }

      @Override
      public boolean markSupported() {
        return false;
      }
    }
  }
}
