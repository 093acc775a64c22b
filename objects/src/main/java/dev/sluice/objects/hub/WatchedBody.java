package dev.sluice.objects.hub;

import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;

/** The bytes of an answer, and when the last of them came. */
final class WatchedBody implements BodySubscriber<byte[]> {
  private final BodySubscriber<byte[]> bytes = BodySubscribers.ofByteArray();
  private final AtomicLong lastNanos;

  /**
   * @param lastNanos is set to {@link System#nanoTime} whenever bytes come
   */
  WatchedBody(AtomicLong lastNanos) {
    this.lastNanos = lastNanos;
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return bytes.getBody();
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    bytes.onSubscribe(subscription);
  }

  @Override
  public void onNext(List<ByteBuffer> next) {
    lastNanos.set(System.nanoTime());
    bytes.onNext(next);
  }

  @Override
  public void onError(Throwable error) {
    bytes.onError(error);
  }

  @Override
  public void onComplete() {
    bytes.onComplete();
  }
}
