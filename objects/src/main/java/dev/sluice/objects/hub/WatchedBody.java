package dev.sluice.objects.hub;

import static java.net.HttpURLConnection.HTTP_OK;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes of an answer, and when the last of them came. If a server sends the whole file instead
 * of a range, keeps the range alone, however large the file is.
 */
final class WatchedBody implements BodySubscriber<byte[]> {
  private static final int USUAL_BYTES = 16 << 10;

  private final CompletableFuture<byte[]> body = new CompletableFuture<>();
  private final ByteArrayOutputStream kept;
  private final AtomicLong lastNanos;
  private final Optional<HubRange> within;
  private long received;

  /**
   * @param lastNanos is set to {@link System#nanoTime} whenever bytes come
   * @param asked the range that was asked for, if it was one
   */
  WatchedBody(AtomicLong lastNanos, int status, Optional<HubRange> asked) {
    this.lastNanos = lastNanos;
    this.within = status == HTTP_OK ? asked : Optional.empty();
    this.kept = new ByteArrayOutputStream(asked.map(HubRange::length).orElse(USUAL_BYTES));
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(List<ByteBuffer> next) {
    lastNanos.set(System.nanoTime());
    next.forEach(this::keep);
  }

  private void keep(ByteBuffer next) {
    int count = next.remaining();
    int begin = 0;
    int end = count;
    if (within.isPresent()) {
      long from = within.get().position() - received;
      begin = (int) Math.max(0, Math.min(count, from));
      end = (int) Math.max(begin, Math.min(count, from + within.get().length()));
    }
    byte[] part = new byte[end - begin];
    next.get(next.position() + begin, part);
    kept.writeBytes(part);
    received += count;
  }

  @Override
  public void onError(Throwable error) {
    body.completeExceptionally(error);
  }

  /** Part of another file than the one that was asked for is nothing. */
  @Override
  public void onComplete() {
    boolean isOther = within.isPresent() && within.get().bytes() != received;
    body.complete(isOther ? new byte[0] : kept.toByteArray());
  }
}
