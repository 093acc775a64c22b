package dev.sluice.topics.record;

/**
 * A record about earlier records of its partition. It is an end-of-unit marker, a forget record, or
 * a watermark. Producers send one to every partition.
 */
public sealed interface Marker extends TopicRecord permits EndOfUnit, Forget, Watermark {
  /** Returns the partition to which the record belongs. The record's key has no meaning. */
  int partition();

  /** Returns a copy of the record for the given partition. */
  Marker forPartition(int other);

  /** Encodes the record. */
  byte[] encode();

  @Override
  default void requirePlace(byte[] key, int from) throws MalformedRecordException {
    if (partition() != from) {
      throw new MalformedRecordException(
          "a marker of partition %d is in partition %d".formatted(partition(), from));
    }
  }
}
