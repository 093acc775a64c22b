package dev.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.TopicPlan;
import dev.sluice.topics.TopicProvisioner;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class OutputTopicsIT {
  private static final TopicNames NAMES = new TopicNames("mine", List.of("3.0"));

  @TempDir private Path directory;

  /** Of an output with near-deduplication; those of a neighbour stay. */
  @Test
  void shouldDeleteEveryTopicAndGroupOfTheOutput() throws Exception {
    try (EmbeddedBroker broker =
        EmbeddedBroker.start(
            EmbeddedBroker.Settings.in(directory.resolve("broker")), fault -> {})) {
      KafkaConnection connection = new KafkaConnection(broker.bootstrapServers(), Map.of());
      try (Admin admin = connection.admin()) {
        TopicNames other = new TopicNames("other", List.of("3.0"));
        provision(admin, NAMES);
        provision(admin, other);
        commit(admin, NAMES);
        commit(admin, other);
        OutputTopics topics = new OutputTopics(admin, connection, NAMES);
        assertThat(topics.there())
            .contains("mine.documents", "mine.curated.3.0", "mine.signatures")
            .endsWith("mine.ingest.progress")
            .allMatch(topic -> topic.startsWith("mine."));

        topics.requireIdle();
        topics.delete();

        assertThat(topics.there()).isEmpty();
        assertThat(AdminCalls.await(admin.listTopics().names()))
            .contains("other.signatures")
            .noneMatch(topic -> topic.startsWith("mine."));
        assertThat(AdminCalls.await(admin.listGroups().all()))
            .extracting(GroupListing::groupId)
            .containsExactlyInAnyOrder("other.matcher", "other.sink");
      }
    }
  }

  private static void provision(Admin admin, TopicNames names) throws Exception {
    new TopicProvisioner(admin).provision(new TopicPlan(names, 1, true, (short) 1, 1 << 20));
  }

  /** As matchers and sinks do, which then leave their group. */
  private static void commit(Admin admin, TopicNames names) {
    OffsetAndMetadata begin = new OffsetAndMetadata(0);
    AdminCalls.await(
        admin
            .alterConsumerGroupOffsets(
                names.matcherGroup(), Map.of(new TopicPartition(names.signatures(), 0), begin))
            .all());
    AdminCalls.await(
        admin
            .alterConsumerGroupOffsets(
                names.sinkGroup(), Map.of(new TopicPartition(names.curated("3.0"), 0), begin))
            .all());
  }
}
