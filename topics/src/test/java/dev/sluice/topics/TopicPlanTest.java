package dev.sluice.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;

class TopicPlanTest {
  private static final int MAX_RECORD_BYTES = 17 << 20;
  private static final TopicNames NAMES = new TopicNames("p", List.of("low", "high"));

  private static Map<String, NewTopic> topics(TopicPlan plan) {
    return plan.topics().stream().collect(Collectors.toMap(NewTopic::name, Function.identity()));
  }

  @Test
  void shouldGiveEveryTopicButTheProgressTheSamePartitions() {
    Map<String, NewTopic> topics = topics(new TopicPlan(NAMES, 6, (short) 3, MAX_RECORD_BYTES));

    assertThat(topics.keySet())
        .containsExactlyInAnyOrder(
            "p.documents", "p.rejects", "p.curated.low", "p.curated.high", "p.ingest.progress");
    assertThat(topics.get("p.ingest.progress").numPartitions()).isEqualTo(1);
    topics.remove("p.ingest.progress");
    assertThat(topics.values()).allMatch(topic -> topic.numPartitions() == 6);
    assertThat(topics.values()).allMatch(topic -> topic.replicationFactor() == 3);
  }

  @Test
  void shouldLetNothingExpire() {
    Map<String, NewTopic> topics = topics(new TopicPlan(NAMES, 2, (short) 1, MAX_RECORD_BYTES));

    topics.remove("p.ingest.progress");
    assertThat(topics.values())
        .allSatisfy(
            topic ->
                assertThat(topic.configs())
                    .containsEntry("cleanup.policy", "delete")
                    .containsEntry("retention.ms", "-1")
                    .containsEntry("retention.bytes", "-1")
                    .containsEntry("message.timestamp.type", "LogAppendTime")
                    .containsEntry("max.message.bytes", Integer.toString(MAX_RECORD_BYTES)));
  }

  @Test
  void shouldCompactTheProgress() {
    Map<String, NewTopic> topics = topics(new TopicPlan(NAMES, 2, (short) 1, MAX_RECORD_BYTES));

    assertThat(topics.get("p.ingest.progress").configs())
        .containsEntry("cleanup.policy", "compact")
        .containsEntry("message.timestamp.type", "LogAppendTime")
        .doesNotContainKeys("retention.ms", "retention.bytes");
  }

  @Test
  void shouldMakeSegmentsOf32MebibytesThatHoldARecordAtLeast() {
    assertThat(new TopicPlan(NAMES, 2, (short) 1, 1000).segmentBytes()).isEqualTo(32 << 20);
    assertThat(new TopicPlan(NAMES, 2, (short) 1, 40 << 20).segmentBytes()).isEqualTo(40 << 20);
  }

  @Test
  void shouldGiveSignaturesOnePartition() {
    NewTopic signatures =
        topics(new TopicPlan(NAMES, 2, true, (short) 1, MAX_RECORD_BYTES)).get("p.signatures");

    assertThat(signatures.numPartitions()).isEqualTo(1);
    assertThat(signatures.configs())
        .containsEntry("max.message.bytes", Integer.toString(MAX_RECORD_BYTES));
  }

  /**
   * Compaction leaves the active segment alone: a broker's default of 1 GiB is read at each start.
   */
  @Test
  void shouldKeepTheProgressShort() {
    assertThat(topics(new TopicPlan(NAMES, 2, (short) 1, 1000)).get("p.ingest.progress").configs())
        .containsEntry("segment.bytes", Integer.toString(8 << 20));
    assertThat(
            topics(new TopicPlan(NAMES, 2, (short) 1, 17 << 20)).get("p.ingest.progress").configs())
        .containsEntry("segment.bytes", Integer.toString(17 << 20));
  }

  @Test
  void shouldRefuseNoPartitionsAndNoReplicas() {
    assertThatThrownBy(() -> new TopicPlan(NAMES, 0, (short) 1, 1000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("kafka.partitions 0");
    assertThatThrownBy(() -> new TopicPlan(NAMES, 1, (short) 0, 1000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("kafka.replication-factor 0");
  }
}
