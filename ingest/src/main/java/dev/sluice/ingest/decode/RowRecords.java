package dev.sluice.ingest.decode;

import dev.sluice.core.Verdict;
import dev.sluice.storage.source.ScaledRow;
import dev.sluice.storage.source.SourceRow;
import dev.sluice.topics.record.DocumentEncoder;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Makes records of the rows that travel. Not thread-safe. */
sealed interface RowRecords permits DocumentRecords, SelectedRowRecords {
  /** Adds a row, which is not kept: the next one overwrites it. */
  void add(ScaledRow row, Verdict verdict);

  /**
   * Drops texts that were to be handed over to a sink in this process; it reads the source then.
   */
  void dropTexts();

  /** Whether it is time to take the records. */
  boolean isFull();

  /** The records since the last call, in order. */
  List<ProducerRecord<byte[], byte[]>> take();

  /** Bytes since the last call: of keys and values, and of texts that they stand for. */
  long takeBytes();

  /** The fields of a row besides id and text. */
  static DocumentEncoder.Head head(ScaledRow scaled) {
    SourceRow row = scaled.row();
    OptionalDouble score =
        row.hasScore() ? OptionalDouble.of(scaled.score()) : OptionalDouble.empty();
    return new DocumentEncoder.Head(row.row(), row.dump(), score);
  }
}
