package dev.sluice.topics.progress;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.topics.KafkaConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Reads recent progress with its timestamps. The speed is computed from them. */
public final class ProgressHistory {
  private static final int OFFSETS = 400;
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration WITHIN = Duration.ofSeconds(15);
  private static final String PROGRESS = "progress/";

  private ProgressHistory() {}

  /**
   * The progress of a unit at one time.
   *
   * @param timestampMillis when the broker received the record, in milliseconds since 1970
   * @param progress progress at that time
   */
  public record Moment(long timestampMillis, UnitProgress progress) {}

  /**
   * Returns at most a few hundred of the newest committed progress records of all units. The oldest
   * comes first. Compaction may have removed some of them. Records that the broker does not return
   * within a few seconds are omitted.
   */
  public static List<Moment> newest(KafkaConnection connection, String topic) {
    TopicPartition partition = new TopicPartition(topic, 0);
    Map<String, Object> settings =
        Map.of(
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            "earliest",
            ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
            20);
    List<Moment> moments = new ArrayList<>();
    try (Consumer<byte[], byte[]> consumer = connection.consumer(settings)) {
      consumer.assign(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).get(partition);
      consumer.seek(partition, Math.max(0, end - OFFSETS));
      long deadline = System.nanoTime() + WITHIN.toNanos();
      while (consumer.position(partition) < end && System.nanoTime() < deadline) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          moment(record).ifPresent(moments::add);
        }
      }
    }
    return moments;
  }

  private static Optional<Moment> moment(ConsumerRecord<byte[], byte[]> record) {
    String key = new String(record.key(), UTF_8);
    if (!key.startsWith(PROGRESS) || record.value() == null) {
      return Optional.empty();
    }
    ProgressState state = new ProgressState();
    ProgressLog.put(state, record);
    return state
        .progress(key.substring(PROGRESS.length()))
        .map(progress -> new Moment(record.timestamp(), progress));
  }
}
