package dev.sluice.embedded;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * What the tests do with a broker: a topic of one partition, filled and read back.
 *
 * @param topic of this test
 */
record TestingClient(String bootstrapServers, String topic) {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  TopicPartition partition() {
    return new TopicPartition(topic, 0);
  }

  Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", bootstrapServers));
  }

  void createTopic(Map<String, String> configuration)
      throws ExecutionException, InterruptedException {
    createTopic(1, configuration);
  }

  void createTopic(int partitions, Map<String, String> configuration)
      throws ExecutionException, InterruptedException {
    try (Admin admin = admin()) {
      NewTopic made = new NewTopic(topic, Optional.of(partitions), Optional.empty());
      admin.createTopics(List.of(made.configs(configuration))).all().get();
    }
  }

  KafkaProducer<String, String> transactionalProducer(String transactionalId) {
    Map<String, Object> properties = new HashMap<>();
    properties.put("bootstrap.servers", bootstrapServers);
    properties.put("transactional.id", transactionalId);
    properties.put("max.request.size", 20 << 20);
    return new KafkaProducer<>(properties, new StringSerializer(), new StringSerializer());
  }

  /**
   * Sends the values in one transaction, which is then committed or aborted. Rarely a broker gives
   * up a producer where the end of a transaction and the beginning of the next cross: as ingest
   * does, this continues with a new one.
   */
  void send(boolean commit, String... values) {
    try {
      sendWithOneProducer(commit, values);
    } catch (InvalidTxnStateException e) {
      sendWithOneProducer(commit, values);
    }
  }

  private void sendWithOneProducer(boolean commit, String... values) {
    try (KafkaProducer<String, String> producer = transactionalProducer(topic)) {
      producer.initTransactions();
      producer.beginTransaction();
      for (String value : values) {
        producer.send(new ProducerRecord<>(topic, value));
      }
      if (commit) {
        producer.commitTransaction();
      } else {
        producer.abortTransaction();
      }
    }
  }

  /**
   * All committed values of the topic, also of transactions whose commit was acknowledged but not
   * yet carried out: the end is that of all records, the values are the committed ones up to there.
   */
  List<String> readAll() {
    List<String> values = new ArrayList<>();
    long end = end();
    try (KafkaConsumer<String, String> consumer = consumer("read_committed")) {
      consumer.assign(List.of(partition()));
      consumer.seekToBeginning(List.of(partition()));
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (consumer.position(partition()) < end) {
        for (ConsumerRecord<String, String> row : consumer.poll(Duration.ofMillis(200))) {
          values.add(row.value());
        }
        if (System.nanoTime() > deadline) {
          throw new AssertionError("At " + consumer.position(partition()) + " of " + end);
        }
      }
    }
    return values;
  }

  private long end() {
    try (KafkaConsumer<String, String> consumer = consumer("read_uncommitted")) {
      return consumer.endOffsets(List.of(partition())).get(partition());
    }
  }

  private KafkaConsumer<String, String> consumer(String isolation) {
    return new KafkaConsumer<>(
        Map.of("bootstrap.servers", bootstrapServers, "isolation.level", isolation),
        new StringDeserializer(),
        new StringDeserializer());
  }
}
