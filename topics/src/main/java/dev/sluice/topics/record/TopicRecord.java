package dev.sluice.topics.record;

import java.util.List;

/**
 * A record of {@code documents} or of a curated topic. It is a document, several documents without
 * texts, an end-of-unit marker, a forget record, or a watermark. {@link WriterSchemas#read} decodes
 * one from the bytes on a topic.
 */
public sealed interface TopicRecord permits DocumentRecord, SelectedRows, Marker {
  /**
   * Decodes a value that is in the current schema of its kind.
   *
   * @throws MalformedRecordException if the value is not a record of one of these kinds
   */
  static TopicRecord parse(byte[] value) throws MalformedRecordException {
    if (EndOfUnit.matches(value)) {
      return EndOfUnit.parse(value);
    }
    if (SelectedRows.matches(value)) {
      return SelectedRows.parse(value);
    }
    if (Watermark.matches(value)) {
      return Watermark.parse(value);
    }
    return Forget.matches(value) ? Forget.parse(value) : DocumentRecord.parse(value);
  }

  /** Returns the documents of the record, in order. There are none for a marker. */
  default List<? extends TopicDocument> documents() {
    return List.of();
  }

  /**
   * Checks that the record has the key and the partition that its producer gives it. A document's
   * key is its id, because the key selects the partition and documents are deduplicated by id.
   * Selected rows have no key. Markers and forget records name their partition, because order and
   * totals depend on it.
   *
   * @param key the key that the record was read with
   * @param partition the partition that the record was read from
   * @throws MalformedRecordException if the record has the wrong key or partition
   */
  void requirePlace(byte[] key, int partition) throws MalformedRecordException;
}
