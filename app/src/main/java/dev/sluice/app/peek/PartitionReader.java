package dev.sluice.app.peek;

import dev.sluice.app.PartitionRecords;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads some records from partitions, one partition at a time. Finds the newest records by
 * searching back from the end in growing steps, because markers and aborted records also take up
 * offsets.
 */
final class PartitionReader implements AutoCloseable {
  private static final int FIRST_LOOK_BACK = 16;
  private static final int FARTHER = 8;

  private final Consumer<byte[], byte[]> consumer;
  private final Peek.Request request;
  private final RecordFormatter picture;

  /**
   * A record to show.
   *
   * @param timestamp timestamp of the broker, in milliseconds since 1970
   * @param partition partition of the topic
   * @param offset offset in the partition
   * @param line line of JSON
   */
  record PeekedRecord(long timestamp, int partition, long offset, String line) {}

  /** Creates a reader that closes the consumer when it is closed. */
  PartitionReader(
      Consumer<byte[], byte[]> consumer, Peek.Request request, RecordFormatter picture) {
    this.consumer = consumer;
    this.request = request;
    this.picture = picture;
  }

  /** Returns committed records by offset, up to the limit. */
  Collection<PeekedRecord> read(TopicPartition partition) {
    long begin = consumer.beginningOffsets(List.of(partition)).get(partition);
    long end = consumer.endOffsets(List.of(partition)).get(partition);
    if (request.offset().isPresent()) {
      long from = Math.max(begin, request.offset().getAsLong());
      return read(partition, from, end, true);
    }
    long back = (long) request.limit() + FIRST_LOOK_BACK;
    Collection<PeekedRecord> newest = read(partition, Math.max(begin, end - back), end, false);
    while (newest.size() < request.limit() && end - back > begin) {
      back *= FARTHER;
      newest = read(partition, Math.max(begin, end - back), end, false);
    }
    return newest;
  }

  /** Returns the first or the last committed records between two offsets. */
  private Deque<PeekedRecord> read(TopicPartition partition, long from, long end, boolean first) {
    Deque<PeekedRecord> records = new ArrayDeque<>();
    PartitionRecords.read(
        consumer,
        partition,
        from,
        end,
        record -> {
          if (records.size() == request.limit()) {
            records.removeFirst();
          }
          records.add(
              new PeekedRecord(
                  record.timestamp(), record.partition(), record.offset(), picture.line(record)));
          return !first || records.size() < request.limit();
        });
    return records;
  }

  @Override
  public void close() {
    consumer.close();
  }
}
