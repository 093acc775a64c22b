package dev.sluice.ingest.decode;

import dev.sluice.core.Verdict;
import dev.sluice.operators.minhash.BandSigner;
import dev.sluice.operators.minhash.NearDedup;
import dev.sluice.storage.source.ScaledRow;
import dev.sluice.storage.source.SourceRow;
import dev.sluice.topics.record.DocumentEncoder;
import dev.sluice.topics.record.RowKeys;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Makes records of the rows that ingest publishes. Not thread-safe. */
sealed interface RowRecords permits DocumentRecords, SelectedRowRecords {
  /** The value for a row without carried columns. */
  ByteBuffer NO_COLUMNS = ByteBuffer.allocate(0);

  /** Records that wait to be published, with the bytes of their keys, values and texts. */
  final class Waiting {
    private List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    private long bytes;

    void add(ProducerRecord<byte[], byte[]> record) {
      records.add(record);
    }

    void addBytes(long count) {
      bytes += count;
    }

    long bytes() {
      return bytes;
    }

    /** Returns and removes the waiting records, in order. */
    List<ProducerRecord<byte[], byte[]>> take() {
      List<ProducerRecord<byte[], byte[]>> taken = records;
      records = new ArrayList<>();
      bytes = 0;
      return taken;
    }
  }

  /**
   * Adds a row without keeping the object, because the next row overwrites it.
   *
   * @throws IOException if the row's carried columns cannot be read
   */
  void add(ScaledRow row, Verdict verdict) throws IOException;

  /**
   * Drops texts that were to be handed over to a sink in this process, which then reads them from
   * the source.
   */
  default void dropTexts() {}

  /** Returns whether the records are large enough to be published. */
  boolean isFull();

  /** Adds the records that are not complete yet to those that wait. */
  default void finish() {}

  /**
   * Returns the fields of a row besides id and text.
   *
   * @param columns carried columns of the row, as a record
   */
  static DocumentEncoder.Head head(ScaledRow scaled, ByteBuffer columns) {
    SourceRow row = scaled.row();
    OptionalDouble score =
        row.hasScore() ? OptionalDouble.of(scaled.score()) : OptionalDouble.empty();
    return new DocumentEncoder.Head(row.row(), row.dump(), score, columns);
  }

  /**
   * Returns the carried columns of a row that passes the rules. Empty for other rows, whose columns
   * are not needed.
   */
  static ByteBuffer columns(ScaledRow scaled, Verdict verdict) throws IOException {
    return verdict.passes() ? scaled.row().columns() : NO_COLUMNS;
  }

  /**
   * Computes the keys of rows for near-deduplication, while their texts are at hand: about 4
   * seconds of a core for each gigabyte of text with the default preset. Cheap to create: 25 KB, 5
   * microseconds. Not thread-safe.
   */
  static final class RowSigner {
    private final NearDedup rule;
    private final BandSigner signer;
    private final long[] keys;
    private final byte[] sketch;

    RowSigner(NearDedup rule) {
      this.rule = rule;
      this.signer = rule.keys().signer();
      this.keys = new long[rule.bands()];
      this.sketch = new byte[rule.sketchBytes()];
    }

    /** Creates an empty list of keys for the rows of a record. */
    RowKeys rowKeys() {
      return new RowKeys(sketch.length);
    }

    /**
     * Adds the keys of a row to those of its record. A row that does not pass the rules gets none,
     * because only documents that pass are compared.
     *
     * @return the size of the row's keys in bytes
     */
    int sign(SourceRow row, Verdict verdict, RowKeys into) {
      int count =
          verdict.passes()
              ? rule.sign(
                  signer,
                  row.textBytes(),
                  row.textOffset(),
                  row.textLength(),
                  row.dump(),
                  keys,
                  sketch)
              : 0;
      into.add(keys, count, sketch);
      return into.bytesOf(count);
    }
  }
}
