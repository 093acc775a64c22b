package dev.sluice.sink;

import dev.sluice.core.Utf8;
import dev.sluice.sink.PartitionQueue.Step;
import dev.sluice.topics.record.EndOfUnit;
import dev.sluice.topics.record.TopicDocument;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Merges the queues of several partitions in the order of the source. As a result, each page of a
 * source file is read once. The records of each partition are already in that order.
 *
 * <pre>
 * curated.low-0    rows 1  8 17 ...  \
 * curated.low-1    rows 2  4 30 ...   >  1 2 3 4 8 ...
 * curated.high-0   rows 3  9 12 ...  /
 * </pre>
 *
 * <p>Steps that need no order (controls, and rows whose text is in their record) come first. With
 * near-deduplication, all rows keep the order of the source, because the matcher decides about them
 * in that order, and the end of a unit follows its rows, because it waits for the matcher, too. A
 * row or end waits while a partition that may have an earlier row is empty. The order across
 * partitions affects only the speed; what is written depends only on the order within each
 * partition. Not thread-safe.
 */
final class SourceMerge {
  /** After all paths. */
  private static final String LAST = Character.toString(Character.MAX_CODE_POINT);

  private final boolean ordersAllRows;
  private final Map<TopicPartition, PartitionQueue> queues = new HashMap<>();
  private final Set<TopicPartition> empty = new HashSet<>();
  private final Map<String, Integer> units = new HashMap<>();
  private final PriorityQueue<Head> heads = new PriorityQueue<>(ORDER);

  private static final Comparator<Head> ORDER =
      Comparator.comparingInt(Head::unit)
          .thenComparing(Head::file, Utf8.ORDER)
          .thenComparingLong(Head::row);

  /**
   * @param ordersAllRows whether rows whose text is in their record, and ends of units, are also
   *     ordered
   */
  SourceMerge(boolean ordersAllRows) {
    this.ordersAllRows = ordersAllRows;
  }

  /**
   * The next step of a partition and its position in the source.
   *
   * @param unit number of the unit in the order in which units were seen; -1 for a step that needs
   *     no order
   */
  record Head(TopicPartition partition, Step step, int unit, String file, long row) {}

  /** Adds a partition without records. It replaces an earlier queue of the partition. */
  void open(TopicPartition partition, PartitionQueue queue) {
    close(partition);
    queues.put(partition, queue);
    empty.add(partition);
  }

  /** Removes a partition and its records. */
  void close(TopicPartition partition) {
    queues.remove(partition);
    empty.remove(partition);
    heads.removeIf(head -> head.partition().equals(partition));
  }

  /** Adds records to a partition. They are ignored if the partition is not open. */
  void add(TopicPartition partition, List<ConsumerRecord<byte[], byte[]>> records) {
    PartitionQueue queue = queues.get(partition);
    if (queue != null) {
      queue.add(records);
      if (empty.contains(partition) && advance(partition)) {
        empty.remove(partition);
      }
    }
  }

  /** Returns the partitions that have no records. */
  Set<TopicPartition> empty() {
    return empty;
  }

  /**
   * Returns the offset of the next step of a partition, or empty if the partition has no records.
   */
  Optional<Long> nextOffset(TopicPartition partition) {
    return queues.get(partition).peek().map(Step::offset);
  }

  private boolean advance(TopicPartition partition) {
    Optional<Step> step = queues.get(partition).peek();
    step.ifPresent(next -> heads.add(head(partition, next)));
    return step.isPresent();
  }

  private Head head(TopicPartition partition, Step step) {
    if (step instanceof Step.Row row && (ordersAllRows || row.document().pointer().isPresent())) {
      TopicDocument document = row.document();
      return new Head(partition, step, number(document.unit()), document.file(), document.row());
    }
    if (ordersAllRows
        && step instanceof Step.Control control
        && control.marker() instanceof EndOfUnit end) {
      return new Head(partition, step, number(end.unit().id()), LAST, 0);
    }
    return new Head(partition, step, -1, "", 0);
  }

  private int number(String unit) {
    return units.computeIfAbsent(unit, first -> units.size());
  }

  /**
   * Returns the next step.
   *
   * @param complete whether empty partitions are known to have no earlier rows
   * @return the next step; empty if there is none, or if it must wait for empty partitions
   */
  Optional<Head> next(boolean complete) {
    return Optional.ofNullable(heads.peek()).filter(head -> complete || head.unit() < 0);
  }

  /** Removes the next step. */
  void remove() {
    Head head = heads.remove();
    queues.get(head.partition()).remove();
    if (!advance(head.partition())) {
      empty.add(head.partition());
    }
  }
}
