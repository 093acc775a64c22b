package dev.sluice.ingest.decode;

import dev.sluice.core.Verdict;
import dev.sluice.storage.source.ScaledRow;
import dev.sluice.storage.source.SourceRow;
import dev.sluice.topics.record.DocumentEncoder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Makes records of the rows that travel. Not thread-safe. */
sealed interface RowRecords permits DocumentRecords, SelectedRowRecords {
  /** Nothing is carried along. */
  ByteBuffer NO_COLUMNS = ByteBuffer.allocate(0);

  /**
   * Adds a row, which is not kept: the next one overwrites it.
   *
   * @throws IOException if the columns that it carries along cannot be read
   */
  void add(ScaledRow row, Verdict verdict) throws IOException;

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

  /**
   * The fields of a row besides id and text.
   *
   * @param columns that it carries along, as a record
   */
  static DocumentEncoder.Head head(ScaledRow scaled, ByteBuffer columns) {
    SourceRow row = scaled.row();
    OptionalDouble score =
        row.hasScore() ? OptionalDouble.of(scaled.score()) : OptionalDouble.empty();
    return new DocumentEncoder.Head(row.row(), row.dump(), score, columns);
  }

  /** What a row carries along if it passes the rules; nothing otherwise, since nobody reads it. */
  static ByteBuffer columns(ScaledRow scaled, Verdict verdict) throws IOException {
    return verdict.passes() ? scaled.row().columns() : NO_COLUMNS;
  }
}
