package dev.sluice.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.GroupMember;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Workers that were stopped and come back as the same members of their group. */
@Timeout(180)
class ReturningWorkersIT {
  private static final Duration POLL = Duration.ofMillis(20);

  /** Longer than the test may take. */
  private static final String LONG_SESSION = "600000";

  @TempDir private Path directory;

  /** In the first step one worker gives partitions away, in the second another one gets them. */
  @Test
  void shouldShareAllPartitionsAfterAStopBetweenTheStepsOfARebalance() throws Exception {
    TestingSink out = TestingSink.in(directory.resolve("out"));
    try (EmbeddedBroker broker = startBroker()) {
      TestingTopics topics = topics(broker);
      stopBetweenTheSteps(topics, topics.provision(out));
    }

    try (EmbeddedBroker broker = startBroker()) {
      TestingTopics topics = topics(broker);
      try (Admin admin = topics.connection().admin();
          ShardSink sink = start(topics, topics.provision(out))) {
        TestingTopics.await(
            "all partitions to be assigned",
            () ->
                ShardSinkIT.alive(sink)
                    && assigned(admin, topics).equals(Set.copyOf(topics.curated())));
      }
    }
  }

  /** The one who does not come keeps the group waiting for as long as its session lasts. */
  @Test
  void shouldStopSoonWhileARebalanceWaitsForSomebodyElse() throws Exception {
    TestingSink out = TestingSink.in(directory.resolve("out"));
    try (EmbeddedBroker broker = startBroker()) {
      TestingTopics topics = topics(broker).with("session.timeout.ms", LONG_SESSION);
      SinkSettings settings = topics.provision(out);
      SinkSettings others = topics.provision(out.withInstance("other"));
      try (Admin admin = topics.connection().admin();
          GroupMember other = SinkWorker.member(topics.connection(), others, 0)) {
        takeAll(other.consumer(), topics);
        ShardSink sink = start(topics, settings);
        TestingTopics.await("the workers to join", () -> members(admin, topics).size() == 3);
        sink.close();
        assertThat(group(admin, topics).groupState()).isEqualTo(GroupState.PREPARING_REBALANCE);
      }
    }
  }

  private EmbeddedBroker startBroker() {
    return EmbeddedBroker.start(
        EmbeddedBroker.Settings.in(directory.resolve("broker")), fault -> {});
  }

  private static ShardSink start(TestingTopics topics, SinkSettings settings) throws IOException {
    return ShardSink.start(topics.connection(), topics.progress(), settings, new CutLogs(settings));
  }

  private static TestingTopics topics(EmbeddedBroker broker) {
    return new TestingTopics(broker, "returning", List.of("2.8", "4.0"));
  }

  private static void stopBetweenTheSteps(TestingTopics topics, SinkSettings settings) {
    try (GroupMember member = SinkWorker.member(topics.connection(), settings, 0);
        GroupMember other = SinkWorker.member(topics.connection(), settings, 1)) {
      Consumer<byte[], byte[]> first = member.consumer();
      Consumer<byte[], byte[]> second = other.consumer();
      takeAll(first, topics);
      join(second, topics);
      while (first.assignment().size() == topics.curated().size()) {
        first.poll(POLL);
        second.poll(POLL);
      }
      assertThat(second.assignment()).isEmpty();
    }
  }

  private static void takeAll(Consumer<byte[], byte[]> consumer, TestingTopics topics) {
    join(consumer, topics);
    while (consumer.assignment().size() < topics.curated().size()) {
      consumer.poll(POLL);
    }
  }

  private static void join(Consumer<byte[], byte[]> consumer, TestingTopics topics) {
    consumer.subscribe(
        topics.names().curated(),
        new ConsumerRebalanceListener() {
          @Override
          public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            consumer.seekToBeginning(partitions);
          }

          @Override
          public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            // nothing was read
          }
        });
  }

  private static Set<TopicPartition> assigned(Admin admin, TestingTopics topics) {
    return members(admin, topics).stream()
        .flatMap(member -> member.assignment().topicPartitions().stream())
        .collect(Collectors.toSet());
  }

  static Collection<MemberDescription> members(Admin admin, TestingTopics topics) {
    return group(admin, topics).members();
  }

  private static ConsumerGroupDescription group(Admin admin, TestingTopics topics) {
    String group = topics.names().sinkGroup();
    return AdminCalls.await(
        admin.describeConsumerGroups(List.of(group)).describedGroups().get(group));
  }
}
