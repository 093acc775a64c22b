package dev.sluice.ingest;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Lets a producer stand still in the middle of a transaction, when a record to a certain topic is
 * written: with the topic of the last record, all of the transaction is written, and the broker has
 * not been asked to end it. The same properties go to all clients: consumers get it too, and are
 * let alone.
 */
public final class StandstillInTransaction
    implements ProducerInterceptor<byte[], byte[]>, ConsumerInterceptor<byte[], byte[]> {
  private static final Map<String, Standstill> PLANNED = new ConcurrentHashMap<>();

  private String transaction = "";

  private record Standstill(String topic, Runnable until) {}

  /** The properties of a client that may stand still. */
  static Map<String, String> properties() {
    return Map.of(
        ProducerConfig.INTERCEPTOR_CLASSES_CONFIG, StandstillInTransaction.class.getName());
  }

  /**
   * Plans that a producer stands still at its next record to a topic, once.
   *
   * @param transaction its transactional id
   * @param until returns when the producer may go on
   */
  static void plan(String transaction, String topic, Runnable until) {
    PLANNED.put(transaction, new Standstill(topic, until));
  }

  /** Whether what was planned has happened. */
  static boolean happened(String transaction) {
    return !PLANNED.containsKey(transaction);
  }

  @Override
  public void configure(Map<String, ?> config) {
    Object id = config.get(ProducerConfig.TRANSACTIONAL_ID_CONFIG);
    transaction = id == null ? "" : id.toString();
  }

  @Override
  public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> record) {
    return record;
  }

  @Override
  public void onAcknowledgement(RecordMetadata metadata, Exception error) {
    Standstill planned = PLANNED.get(transaction);
    if (planned != null && error == null && metadata.topic().equals(planned.topic())) {
      planned.until().run();
      PLANNED.remove(transaction);
    }
  }

  @Override
  public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
    return records;
  }

  @Override
  public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {
    // nothing to do
  }

  @Override
  public void close() {
    // nothing to close
  }
}
