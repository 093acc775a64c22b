package dev.sluice.topics;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
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

  /** Returns the description of a topic. The topic must exist. */
  public static TopicDescription topic(Admin admin, String name) {
    return await(admin.describeTopics(List.of(name)).allTopicNames()).get(name);
  }

  /** Returns all partitions of topics. The topics must exist. */
  public static List<TopicPartition> partitions(Admin admin, Collection<String> topics) {
    List<TopicPartition> partitions = new ArrayList<>();
    await(admin.describeTopics(topics).allTopicNames())
        .forEach(
            (name, topic) ->
                topic
                    .partitions()
                    .forEach(each -> partitions.add(new TopicPartition(name, each.partition()))));
    return partitions;
  }
}
