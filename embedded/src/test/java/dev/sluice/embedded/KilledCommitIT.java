package dev.sluice.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kafka acknowledges a commit before it writes the markers that make its records visible. A kill in
 * between must neither lose them nor make readers wait for ever.
 */
@Tag("endurance")
class KilledCommitIT {
  private static final String TOPIC = "spread";
  private static final int PARTITIONS = 8;
  private static final int KILLS = 5;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path dataDir;

  @Test
  void shouldShowEveryAcknowledgedCommitAfterAKill() throws Exception {
    List<String> acknowledged = new ArrayList<>();
    for (int kill = 0; kill <= KILLS; kill++) {
      try (TestingBrokerProcess broker = TestingBrokerProcess.start(dataDir)) {
        TestingClient client = new TestingClient(broker.bootstrapServers(), TOPIC);
        if (kill == 0) {
          client.createTopic(PARTITIONS, Map.of());
        }
        assertThat(readCommitted(client, acknowledged.size()))
            .as("after %d kills", kill)
            .containsExactlyInAnyOrderElementsOf(acknowledged);
        acknowledged.addAll(commitAndKill(client, "kill " + kill + " ", broker));
      }
    }
  }

  /** Kills the broker as soon as it has acknowledged a commit over all partitions. */
  private static List<String> commitAndKill(
      TestingClient client, String name, TestingBrokerProcess broker) {
    List<String> values = IntStream.range(0, PARTITIONS).mapToObj(i -> name + i).toList();
    KafkaProducer<String, String> producer = client.transactionalProducer("spread");
    try {
      producer.initTransactions();
      producer.beginTransaction();
      for (int partition = 0; partition < PARTITIONS; partition++) {
        producer.send(new ProducerRecord<>(TOPIC, partition, "", values.get(partition)));
      }
      producer.commitTransaction();
      broker.kill();
    } finally {
      producer.close(Duration.ZERO);
    }
    return values;
  }

  private static List<String> readCommitted(TestingClient client, int count) {
    List<String> values = new ArrayList<>();
    Map<String, Object> properties =
        Map.of(
            "bootstrap.servers",
            client.bootstrapServers(),
            "isolation.level",
            "read_committed",
            "auto.offset.reset",
            "earliest");
    try (KafkaConsumer<String, String> consumer =
        new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer())) {
      consumer.assign(
          IntStream.range(0, PARTITIONS).mapToObj(i -> new TopicPartition(TOPIC, i)).toList());
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (values.size() < count && System.nanoTime() < deadline) {
        for (ConsumerRecord<String, String> row : consumer.poll(Duration.ofMillis(200))) {
          values.add(row.value());
        }
      }
    }
    return values;
  }
}
