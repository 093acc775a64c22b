package dev.sluice.sink;

import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.EndOfUnit;
import dev.sluice.topics.record.Forget;
import dev.sluice.topics.record.MalformedRecordException;
import dev.sluice.topics.record.WriterSchemas;
import java.util.Arrays;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads what the topology writes to a curated topic, and refuses everything else. */
final class CuratedReader {
  private static final byte[] NONE = {};

  private final WriterSchemas schemas;

  /** Reads records of this and other versions' schemas. */
  CuratedReader(WriterSchemas schemas) {
    this.schemas = schemas;
  }

  /**
   * A record: an {@link EndOfUnit}, a {@link Forget} or a {@link DocumentRecord}.
   *
   * @throws MalformedRecordException when it is none of them, or not where the topology would have
   *     put it
   */
  Object read(ConsumerRecord<byte[], byte[]> record) throws MalformedRecordException {
    byte[] value = schemas.current(record.value() == null ? NONE : record.value());
    if (EndOfUnit.matches(value)) {
      EndOfUnit marker = EndOfUnit.parse(value);
      requirePartition(marker.partition(), record);
      return marker;
    }
    if (Forget.matches(value)) {
      Forget forget = Forget.parse(value);
      requirePartition(forget.partition(), record);
      return forget;
    }
    DocumentRecord document = DocumentRecord.parse(value);
    if (!Arrays.equals(record.key(), document.id())) {
      throw new MalformedRecordException("its key is not its id");
    }
    return document;
  }

  private static void requirePartition(int partition, ConsumerRecord<byte[], byte[]> record)
      throws MalformedRecordException {
    if (partition != record.partition()) {
      throw new MalformedRecordException("a marker of partition " + partition);
    }
  }
}
