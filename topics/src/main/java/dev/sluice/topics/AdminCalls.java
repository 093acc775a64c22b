package dev.sluice.topics;

import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.InterruptException;

/** Waits for results of the admin client and unwraps Kafka's exceptions. */
public final class AdminCalls {
  private AdminCalls() {}

  /**
   * Waits for a result.
   *
   * @throws KafkaException if the broker or the client fails
   */
  public static <T> T await(KafkaFuture<T> future) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof KafkaException kafka) {
        throw kafka;
      }
      throw new KafkaException(e.getCause());
    }
  }
}
