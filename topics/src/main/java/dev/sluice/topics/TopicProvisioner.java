package dev.sluice.topics;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Creates missing topics and verifies existing ones. A topic with another configuration is refused
 * and never changed, because its records may depend on it.
 */
public final class TopicProvisioner {
  private static final Duration VISIBLE_WITHIN = Duration.ofSeconds(30);
  private static final Duration RETRY_INTERVAL = Duration.ofMillis(50);

  private final Admin admin;

  /** A provisioner that uses this client. */
  public TopicProvisioner(Admin admin) {
    this.admin = admin;
  }

  /**
   * Ensures that all topics of the plan exist as planned.
   *
   * @return the topics' ids, by name
   * @throws TopicMismatchException listing every difference. If it concerns a topic that existed
   *     before, nothing was created
   */
  public Map<String, String> provision(TopicPlan plan) throws TopicMismatchException {
    List<NewTopic> wanted = plan.topics();
    Set<String> there = AdminCalls.await(admin.listTopics().names());
    List<NewTopic> old = wanted.stream().filter(topic -> there.contains(topic.name())).toList();
    Map<String, TopicDescription> found = verify(old);
    if (old.size() < wanted.size()) {
      wanted.stream().filter(topic -> !old.contains(topic)).forEach(this::create);
      found = verify(wanted);
    }
    return found.values().stream()
        .collect(
            Collectors.toMap(
                TopicDescription::name,
                topic -> topic.topicId().toString(),
                (a, b) -> a,
                TreeMap::new));
  }

  private Map<String, TopicDescription> verify(List<NewTopic> wanted)
      throws TopicMismatchException {
    List<String> names = wanted.stream().map(NewTopic::name).toList();
    Map<String, TopicDescription> found =
        whenVisible(() -> AdminCalls.await(admin.describeTopics(names).allTopicNames()));
    List<ConfigResource> resources = TopicReview.resources(names);
    Map<ConfigResource, Config> configs =
        whenVisible(() -> AdminCalls.await(admin.describeConfigs(resources).all()));
    List<String> differences = new ArrayList<>();
    for (NewTopic topic : wanted) {
      Config config = configs.get(new ConfigResource(ConfigResource.Type.TOPIC, topic.name()));
      TopicReview.compare(topic, found.get(topic.name()), config)
          .forEach(difference -> differences.add(difference.text()));
    }
    if (!differences.isEmpty()) {
      throw new TopicMismatchException(differences);
    }
    return found;
  }

  /** The number of partitions of a topic; 0 if it does not exist. */
  public int partitions(String topic) {
    boolean there = AdminCalls.await(admin.listTopics().names()).contains(topic);
    return there
        ? AdminCalls.await(admin.describeTopics(List.of(topic)).allTopicNames())
            .get(topic)
            .partitions()
            .size()
        : 0;
  }

  /** Retries while a new topic is known to the controller but not yet to all brokers. */
  private static <T> T whenVisible(Supplier<T> request) {
    long deadline = System.nanoTime() + VISIBLE_WITHIN.toNanos();
    while (true) {
      try {
        return request.get();
      } catch (UnknownTopicOrPartitionException e) {
        if (System.nanoTime() > deadline) {
          throw e;
        }
        LockSupport.parkNanos(RETRY_INTERVAL.toNanos());
      }
    }
  }

  private void create(NewTopic topic) {
    try {
      AdminCalls.await(admin.createTopics(List.of(topic)).all());
    } catch (TopicExistsException e) {
      // Another process was first. Its topic is verified like any other.
      return;
    }
  }
}
