package dev.sluice.ingest.decode;

import dev.sluice.algorithms.neardup.Signature;
import dev.sluice.core.Verdict;
import dev.sluice.operators.neardup.NearDedup;
import dev.sluice.operators.neardup.TextSigner;
import dev.sluice.storage.source.ScaledRow;
import dev.sluice.storage.source.SourceRow;
import dev.sluice.topics.record.DocumentEncoder;
import dev.sluice.topics.record.RowSignatures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Makes records of the rows that ingest publishes. Not thread-safe. */
sealed interface RowRecords permits DocumentRecords, SelectedRowRecords {
  /** The value of the carried columns for a row that has none. */
  ByteBuffer NO_COLUMNS = ByteBuffer.allocate(0);

  /** Records that wait to be published. Their keys, values and texts are counted in bytes. */
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
   * Adds a row. The object is not kept, because the next row overwrites it.
   *
   * @throws IOException if the row's carried columns cannot be read
   */
  void add(ScaledRow row, Verdict verdict) throws IOException;

  /**
   * Drops texts that were to be handed over to a sink in this process. The sink reads them from the
   * source instead.
   */
  default void dropTexts() {}

  /** Returns whether the records are large enough to be published. */
  boolean isFull();

  /** Moves the records that are not complete yet to those that wait. */
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
   * Signs rows for near-deduplication while their texts are in memory. This takes about 8 seconds
   * of a core for each gigabyte of text. Not thread-safe.
   */
  static final class RowSigner {
    private static final byte[] UNSIGNED = {};

    private final NearDedup rule;
    private final TextSigner signer = new TextSigner();

    RowSigner(NearDedup rule) {
      this.rule = rule;
    }

    /**
     * Adds the signature of a row to those of its record. A row that does not pass the rules gets
     * none, because only documents that pass are compared.
     *
     * @return the size of the row's signature in bytes
     */
    int sign(SourceRow row, Verdict verdict, RowSignatures into) {
      int before = into.size();
      into.add(verdict.passes() ? sign(row).encode() : UNSIGNED);
      return into.size() - before;
    }

    private Signature sign(SourceRow row) {
      return signer.sign(
          row.textBytes(), row.textOffset(), row.textLength(), rule.salt(row.dump()));
    }
  }
}
