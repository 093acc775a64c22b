package dev.sluice.topics;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;

/** Compares topics with a plan. Changes nothing. */
public final class TopicReview {
  private static final List<String> VERIFIED =
      List.of("cleanup.policy", "retention.ms", "retention.bytes", "message.timestamp.type");

  private TopicReview() {}

  /** All differences, including missing topics, sorted by topic. */
  public static List<TopicDifference> differences(Admin admin, TopicPlan plan) {
    Set<String> there = AdminCalls.await(admin.listTopics().names());
    List<NewTopic> wanted = plan.topics();
    List<String> names = wanted.stream().map(NewTopic::name).filter(there::contains).toList();
    Map<String, TopicDescription> found =
        AdminCalls.await(admin.describeTopics(names).allTopicNames());
    Map<ConfigResource, Config> configs =
        AdminCalls.await(admin.describeConfigs(resources(names)).all());
    List<TopicDifference> differences = new ArrayList<>();
    for (NewTopic topic : wanted) {
      if (there.contains(topic.name())) {
        differences.addAll(
            compare(topic, found.get(topic.name()), configs.get(resource(topic.name()))));
      } else {
        differences.add(
            new TopicDifference(topic.name(), TopicDifference.MISSING, "missing", "there"));
      }
    }
    return differences;
  }

  static List<ConfigResource> resources(List<String> topics) {
    return topics.stream().map(TopicReview::resource).collect(Collectors.toList());
  }

  private static ConfigResource resource(String topic) {
    return new ConfigResource(ConfigResource.Type.TOPIC, topic);
  }

  static List<TopicDifference> compare(NewTopic wanted, TopicDescription found, Config config) {
    List<TopicDifference> differences = new ArrayList<>();
    int partitions = found.partitions().size();
    if (partitions != wanted.numPartitions()) {
      differences.add(
          new TopicDifference(
              wanted.name(),
              TopicDifference.PARTITIONS,
              Integer.toString(partitions),
              Integer.toString(wanted.numPartitions())));
    }
    for (String key : VERIFIED) {
      String value = wanted.configs().get(key);
      String seen = config.get(key).value();
      if (value != null && !value.equals(seen)) {
        differences.add(new TopicDifference(wanted.name(), key, seen, value));
      }
    }
    compareSize(wanted, config, differences);
    return differences;
  }

  /** A larger limit is accepted. A smaller one would fail only at the first large document. */
  private static void compareSize(
      NewTopic wanted, Config found, List<TopicDifference> differences) {
    String key = TopicConfig.MAX_MESSAGE_BYTES_CONFIG;
    String needed = wanted.configs().get(key);
    String seen = found.get(key).value();
    if (Long.parseLong(seen) < Long.parseLong(needed)) {
      differences.add(new TopicDifference(wanted.name(), key, seen, needed));
    }
  }
}
