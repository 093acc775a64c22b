package dev.sluice.app;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Reads the records of a partition up to an end that is known. */
public final class PartitionRecords {
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private PartitionRecords() {}

  /**
   * Reads records by offset.
   *
   * @param from offset of the first record
   * @param end offset after the last record
   * @param taker takes a record, and returns whether it wants another one
   * @throws Failure if the broker returns no records for a minute
   */
  public static void read(
      Consumer<byte[], byte[]> consumer,
      TopicPartition partition,
      long from,
      long end,
      Predicate<ConsumerRecord<byte[], byte[]>> taker) {
    consumer.assign(List.of(partition));
    consumer.seek(partition, from);
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (consumer.position(partition) < end) {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
        deadline = System.nanoTime() + PATIENCE.toNanos();
        if (record.offset() < end && !taker.test(record)) {
          return;
        }
      }
      if (System.nanoTime() > deadline) {
        throw new Failure(
            "%s cannot be read beyond offset %d of %d: the broker returns no records; run `doctor` with the same --kafka or --work-dir"
                .formatted(partition, consumer.position(partition), end));
      }
    }
  }
}
