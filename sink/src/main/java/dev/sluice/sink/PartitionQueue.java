package dev.sluice.sink;

import dev.sluice.topics.record.MalformedRecordException;
import dev.sluice.topics.record.Marker;
import dev.sluice.topics.record.TopicDocument;
import dev.sluice.topics.record.TopicRecord;
import dev.sluice.topics.record.WriterSchemas;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The fetched records of one partition that are not processed yet, in order. Decodes a record when
 * it becomes the first. Not thread-safe.
 */
final class PartitionQueue {
  private final WriterSchemas schemas;
  private final Deque<ConsumerRecord<byte[], byte[]>> records = new ArrayDeque<>();
  private final Deque<Step> steps = new ArrayDeque<>();
  private final long firstOffset;
  private final int firstRow;

  /**
   * @param firstOffset offset of a record whose first rows are in shards already
   * @param firstRow number of those first rows
   */
  PartitionQueue(WriterSchemas schemas, long firstOffset, int firstRow) {
    this.schemas = schemas;
    this.firstOffset = firstOffset;
    this.firstRow = firstRow;
  }

  void add(Collection<ConsumerRecord<byte[], byte[]>> more) {
    records.addAll(more);
  }

  /** Returns the next step, or empty if more records must be read first. */
  Optional<Step> peek() {
    while (steps.isEmpty() && !records.isEmpty()) {
      decode(records.remove());
    }
    return Optional.ofNullable(steps.peek());
  }

  /** Removes the next step. There must be one. */
  void remove() {
    steps.remove();
  }

  private void decode(ConsumerRecord<byte[], byte[]> record) {
    long offset = record.offset();
    try {
      TopicRecord value = schemas.read(record.key(), record.value(), record.partition());
      if (value instanceof Marker marker) {
        steps.add(new Step.Control(offset, marker));
      } else {
        addRows(offset, value.documents());
      }
    } catch (MalformedRecordException e) {
      steps.add(new Step.Foreign(record, e.getMessage()));
    }
  }

  private void addRows(long offset, List<? extends TopicDocument> rows) {
    for (int i = offset == firstOffset ? firstRow : 0; i < rows.size(); i++) {
      steps.add(new Step.Row(offset, i, i == rows.size() - 1, rows.get(i)));
    }
  }

  /**
   * A step of work for the sink of a partition. It is a record, or one row of a record with several
   * rows.
   */
  sealed interface Step {
    /** Returns the offset of the record. */
    long offset();

    /**
     * A document that the sink has to write or leave out.
     *
     * @param index index of the document in its record, from 0
     * @param last whether the document is the last of its record
     */
    record Row(long offset, int index, boolean last, TopicDocument document) implements Step {}

    /** A marker or a forget record. */
    record Control(long offset, Marker marker) implements Step {}

    /** A record that the topology did not write. */
    record Foreign(ConsumerRecord<byte[], byte[]> record, String reason) implements Step {
      @Override
      public long offset() {
        return record.offset();
      }
    }
  }
}
