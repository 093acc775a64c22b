package dev.sluice.topics;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Creates missing topics and verifies existing ones. A topic whose configuration differs is refused
 * and never changed, because its records may depend on that configuration.
 */
public final class TopicProvisioner {
  private static final List<String> VERIFIED =
      List.of("cleanup.policy", "retention.ms", "retention.bytes", "message.timestamp.type");

  private static final Duration VISIBLE_WITHIN = Duration.ofSeconds(30);
  private static final Duration RETRY_INTERVAL = Duration.ofMillis(50);

  private final Admin admin;

  /** Creates a provisioner that uses this client. */
  public TopicProvisioner(Admin admin) {
    this.admin = admin;
  }

  /**
   * Ensures that all topics of the plan exist as planned.
   *
   * @return the topics' ids, by name
   * @throws TopicMismatchException if topics differ from the plan; lists every difference. If any
   *     of these topics existed before, nothing was created
   */
  public Map<String, String> provision(TopicPlan plan) throws TopicMismatchException {
    List<NewTopic> wanted = plan.topics();
    List<NewTopic> old = existing(wanted);
    Map<String, TopicDescription> found = verified(old);
    if (old.size() < wanted.size()) {
      create(wanted.stream().filter(topic -> !old.contains(topic)).toList());
      found = verified(wanted);
    }
    SortedMap<String, String> ids = new TreeMap<>();
    found.forEach((name, topic) -> ids.put(name, topic.topicId().toString()));
    return ids;
  }

  /**
   * Returns all differences from a plan, sorted by topic. Missing topics are included. Changes
   * nothing.
   */
  public List<TopicDifference> differences(TopicPlan plan) {
    List<NewTopic> wanted = plan.topics();
    return differences(wanted, describe(existing(wanted)));
  }

  /** Describes existing topics, and refuses them if any differs from the plan. */
  private Map<String, TopicDescription> verified(List<NewTopic> topics)
      throws TopicMismatchException {
    Map<String, TopicDescription> found = describe(topics);
    List<TopicDifference> differences = differences(topics, found);
    if (!differences.isEmpty()) {
      throw new TopicMismatchException(differences.stream().map(TopicDifference::text).toList());
    }
    return found;
  }

  private List<NewTopic> existing(List<NewTopic> wanted) {
    Set<String> there = AdminCalls.await(admin.listTopics().names());
    return wanted.stream().filter(topic -> there.contains(topic.name())).toList();
  }

  private List<TopicDifference> differences(
      List<NewTopic> wanted, Map<String, TopicDescription> found) {
    Map<ConfigResource, Config> configs = configs(found.keySet());
    List<TopicDifference> differences = new ArrayList<>();
    for (NewTopic topic : wanted) {
      String name = topic.name();
      if (found.containsKey(name)) {
        compare(topic, found.get(name), configs.get(resource(name)), differences);
      } else {
        differences.add(new TopicDifference(name, TopicDifference.MISSING, "missing", "there"));
      }
    }
    return differences;
  }

  private Map<String, TopicDescription> describe(List<NewTopic> topics) {
    List<String> names = topics.stream().map(NewTopic::name).toList();
    return whenVisible(() -> AdminCalls.await(admin.describeTopics(names).allTopicNames()));
  }

  private Map<ConfigResource, Config> configs(Set<String> topics) {
    List<ConfigResource> resources = topics.stream().map(TopicProvisioner::resource).toList();
    return whenVisible(() -> AdminCalls.await(admin.describeConfigs(resources).all()));
  }

  private static ConfigResource resource(String topic) {
    return new ConfigResource(ConfigResource.Type.TOPIC, topic);
  }

  private static void compare(
      NewTopic wanted, TopicDescription found, Config config, List<TopicDifference> differences) {
    String partitions = Integer.toString(found.partitions().size());
    String planned = Integer.toString(wanted.numPartitions());
    if (!partitions.equals(planned)) {
      differences.add(
          new TopicDifference(wanted.name(), TopicDifference.PARTITIONS, partitions, planned));
    }
    for (String key : VERIFIED) {
      String value = wanted.configs().get(key);
      String seen = config.get(key).value();
      if (value != null && !value.equals(seen)) {
        differences.add(new TopicDifference(wanted.name(), key, seen, value));
      }
    }
    // A larger limit is accepted. A smaller one would fail only at the first large document.
    String needed = wanted.configs().get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG);
    String seen = config.get(TopicConfig.MAX_MESSAGE_BYTES_CONFIG).value();
    if (Long.parseLong(seen) < Long.parseLong(needed)) {
      differences.add(
          new TopicDifference(wanted.name(), TopicConfig.MAX_MESSAGE_BYTES_CONFIG, seen, needed));
    }
  }

  /** Returns the number of partitions of a topic, or 0 if the topic does not exist. */
  public int partitions(String topic) {
    boolean there = AdminCalls.await(admin.listTopics().names()).contains(topic);
    return there ? AdminCalls.topic(admin, topic).partitions().size() : 0;
  }

  /** Retries a request while a new topic is known to the controller but not yet to all brokers. */
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

  /**
   * Creates topics in one request, because each request waits until the controller has written its
   * change.
   */
  private void create(List<NewTopic> topics) {
    for (KafkaFuture<Void> created : admin.createTopics(topics).values().values()) {
      try {
        AdminCalls.await(created);
      } catch (TopicExistsException e) {
        // Another process has created the topic first. That topic is verified like any other.
        continue;
      }
    }
  }

  /** Thrown if existing topics differ from their plan. */
  public static final class TopicMismatchException extends Exception {
    private static final long serialVersionUID = 1L;

    private final List<String> differences;

    /** Creates an exception that lists all differences. */
    public TopicMismatchException(List<String> differences) {
      super(String.join("; ", differences));
      this.differences = List.copyOf(differences);
    }

    /**
     * Returns a line for each difference. It has the topic, the actual value and the required
     * value.
     */
    public List<String> differences() {
      return differences;
    }
  }

  /**
   * A difference between a topic and its plan.
   *
   * @param topic name of the topic
   * @param key the setting that differs, {@link #MISSING} or {@link #PARTITIONS}
   * @param seen the actual value
   * @param wanted the required value; a minimum for {@code max.message.bytes}
   */
  public record TopicDifference(String topic, String key, String seen, String wanted) {
    /** The name of the difference that a topic is missing. */
    public static final String MISSING = "topic";

    /** The name of the difference in the number of partitions. */
    public static final String PARTITIONS = "partitions";

    /** Describes the difference for users. It names the configuration key if there is one. */
    public String text() {
      return switch (key) {
        case MISSING -> "topic %s is missing".formatted(topic);
        case PARTITIONS ->
            "topic %s has %s partitions, but kafka.partitions is %s".formatted(topic, seen, wanted);
        case TopicConfig.MAX_MESSAGE_BYTES_CONFIG ->
            "topic %s has max.message.bytes=%s, but input.max-document-size needs at least %s"
                .formatted(topic, seen, wanted);
        default ->
            "topic %s has %s=%s, but the value must be %s".formatted(topic, key, seen, wanted);
      };
    }
  }
}
