package dev.sluice.sink;

import dev.sluice.topics.record.Marker;
import dev.sluice.topics.record.TopicDocument;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What a partition's sink accepts at once: a record, or one row of a record of several. */
sealed interface Step {
  /** Offset of the record. */
  long offset();

  /**
   * A document.
   *
   * @param index of the document in its record, from 0
   * @param last whether it is the last of its record
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
