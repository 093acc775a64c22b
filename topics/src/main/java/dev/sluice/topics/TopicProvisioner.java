package dev.sluice.topics;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Creates the topics that are missing and verifies those that are there. A topic that somebody made
 * otherwise is refused, never changed: its records may depend on how it is.
 */
public final class TopicProvisioner {
  private static final List<String> VERIFIED =
      List.of("cleanup.policy", "retention.ms", "retention.bytes", "message.timestamp.type");

  private static final Duration VISIBLE_WITHIN = Duration.ofSeconds(30);
  private static final Duration ASK_AGAIN = Duration.ofMillis(50);

  private final Admin admin;

  /** A provisioner that asks this client. */
  public TopicProvisioner(Admin admin) {
    this.admin = admin;
  }

  /**
   * Makes sure that all topics of the plan are there and as planned.
   *
   * @return the topics' ids by name
   * @throws TopicMismatchException listing every difference; missing topics have been created
   */
  public Map<String, String> provision(TopicPlan plan) throws TopicMismatchException {
    List<NewTopic> wanted = plan.topics();
    for (NewTopic topic : wanted) {
      create(topic);
    }
    List<String> names = wanted.stream().map(NewTopic::name).toList();
    Map<String, TopicDescription> found =
        whenVisible(() -> AdminCalls.await(admin.describeTopics(names).allTopicNames()));
    List<ConfigResource> resources =
        names.stream().map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name)).toList();
    Map<ConfigResource, Config> configs =
        whenVisible(() -> AdminCalls.await(admin.describeConfigs(resources).all()));
    List<String> differences = new ArrayList<>();
    for (NewTopic topic : wanted) {
      compare(topic, found.get(topic.name()), differences);
      Config config = configs.get(new ConfigResource(ConfigResource.Type.TOPIC, topic.name()));
      compare(topic, config, differences);
    }
    if (!differences.isEmpty()) {
      throw new TopicMismatchException(differences);
    }
    return found.values().stream()
        .collect(
            Collectors.toMap(
                TopicDescription::name,
                topic -> topic.topicId().toString(),
                (a, b) -> a,
                TreeMap::new));
  }

  /** The number of partitions of a topic, 0 where it is not there. */
  public int partitions(String topic) {
    boolean there = AdminCalls.await(admin.listTopics().names()).contains(topic);
    return there
        ? AdminCalls.await(admin.describeTopics(List.of(topic)).allTopicNames())
            .get(topic)
            .partitions()
            .size()
        : 0;
  }

  /** A new topic is known to the controller first; brokers learn of it a little later. */
  private static <T> T whenVisible(Supplier<T> question) {
    long deadline = System.nanoTime() + VISIBLE_WITHIN.toNanos();
    while (true) {
      try {
        return question.get();
      } catch (UnknownTopicOrPartitionException e) {
        if (System.nanoTime() > deadline) {
          throw e;
        }
        LockSupport.parkNanos(ASK_AGAIN.toNanos());
      }
    }
  }

  private void create(NewTopic topic) {
    try {
      AdminCalls.await(admin.createTopics(List.of(topic)).all());
    } catch (TopicExistsException e) {
      // Somebody was first; what they made is verified like any other.
      return;
    }
  }

  private static void compare(NewTopic wanted, TopicDescription found, List<String> differences) {
    int partitions = found.partitions().size();
    if (partitions != wanted.numPartitions()) {
      differences.add(
          "topic %s has %d partitions, kafka.partitions says %d"
              .formatted(wanted.name(), partitions, wanted.numPartitions()));
    }
  }

  private static void compare(NewTopic wanted, Config found, List<String> differences) {
    for (String key : VERIFIED) {
      String value = wanted.configs().get(key);
      String seen = found.get(key).value();
      if (value != null && !value.equals(seen)) {
        differences.add(
            "topic %s has %s=%s, needed is %s".formatted(wanted.name(), key, seen, value));
      }
    }
    compareSize(wanted, found, differences);
  }

  /** Larger does no harm; smaller would be found out by the first large document, in the run. */
  private static void compareSize(NewTopic wanted, Config found, List<String> differences) {
    String needed = wanted.configs().get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG);
    String seen = found.get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG).value();
    if (Long.parseLong(seen) < Long.parseLong(needed)) {
      differences.add(
          "topic %s has max.message.bytes=%s, input.max-document-size needs %s at least"
              .formatted(wanted.name(), seen, needed));
    }
  }
}
