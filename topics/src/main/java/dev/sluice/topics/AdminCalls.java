package dev.sluice.topics;

import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.InterruptException;

/** Waits for answers of the admin client, with Kafka's own exceptions instead of wrapped ones. */
public final class AdminCalls {
  private AdminCalls() {}

  /**
   * The answer, once it is there.
   *
   * @throws KafkaException what the broker or the client said
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
