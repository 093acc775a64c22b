package dev.sluice.streams;

import dev.sluice.topics.Partitions;
import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.EndOfUnit;
import dev.sluice.topics.record.Forget;
import dev.sluice.topics.record.RowKeys;
import dev.sluice.topics.record.SelectedRow;
import dev.sluice.topics.record.SelectedRows;
import dev.sluice.topics.record.Watermark;
import java.util.List;

/**
 * What travels between the nodes of a task, from the rules to the sink nodes, which encode it with
 * {@link JudgedSerializer}.
 */
sealed interface JudgedRecord {
  /** The value as it is written to a topic. */
  byte[] value();

  /**
   * The partition of the output that the record belongs to.
   *
   * @param partitions number of partitions of the topic
   */
  int partition(byte[] key, int partitions);

  /**
   * A document that passed the rules so far.
   *
   * @param document the document as it was read
   * @param value the encoded document; differs from that of {@code document} if operators changed
   *     the text
   * @param textOffset offset in the value of the text, which is its end
   * @param bucket index of its bucket
   * @param keys its keys of near-deduplication, if ingest has sent them
   */
  record Passed(
      DocumentRecord document, byte[] value, int textOffset, int bucket, RowKeys.OfRow keys)
      implements JudgedRecord {
    /** A document as it was read. */
    Passed(DocumentRecord document, int bucket, RowKeys.OfRow keys) {
      this(document, document.value(), document.textOffset(), bucket, keys);
    }

    /** The same document with another text. */
    Passed withText(byte[] text) {
      byte[] other = document.withText(text);
      return new Passed(document, other, other.length - text.length, bucket, keys);
    }

    /** Length of the text in bytes. */
    int textLength() {
      return value.length - textOffset;
    }

    @Override
    public int partition(byte[] key, int partitions) {
      return Partitions.of(key, partitions);
    }
  }

  /**
   * Rows of one record that passed the rules so far.
   *
   * @param all the record as it was read
   * @param rows those that passed, in order; at least one
   * @param source partition that the record was read from, and belongs to
   */
  record PassedRows(SelectedRows all, List<PassedRow> rows, int source) implements JudgedRecord {
    @Override
    public byte[] value() {
      return all.only(rows.stream().map(PassedRow::row).toList());
    }

    @Override
    public int partition(byte[] key, int partitions) {
      return source;
    }

    /** The same with fewer rows. */
    PassedRows with(List<PassedRow> fewer) {
      return new PassedRows(all, fewer, source);
    }
  }

  /**
   * A row that passed the rules so far.
   *
   * @param bucket index of its bucket
   * @param keys its keys of near-deduplication, if ingest has sent them
   */
  record PassedRow(SelectedRow row, int bucket, RowKeys.OfRow keys) {}

  /** A watermark of a unit that has not ended. */
  record Reached(Watermark watermark) implements JudgedRecord {
    @Override
    public byte[] value() {
      return watermark.encode();
    }

    @Override
    public int partition(byte[] key, int partitions) {
      return watermark.partition();
    }
  }

  /** The first marker of a unit. */
  record Ended(EndOfUnit marker) implements JudgedRecord {
    @Override
    public byte[] value() {
      return marker.encode();
    }

    @Override
    public int partition(byte[] key, int partitions) {
      return marker.partition();
    }
  }

  /** The first forget record of a reset. */
  record Forgotten(Forget forget) implements JudgedRecord {
    @Override
    public byte[] value() {
      return forget.encode();
    }

    @Override
    public int partition(byte[] key, int partitions) {
      return forget.partition();
    }
  }

  /** An encoded record for a partition of {@code bands}. */
  record OfBand(int band, byte[] value) implements JudgedRecord {
    @Override
    public int partition(byte[] key, int partitions) {
      return band;
    }
  }

  /** An encoded reject. */
  record Rejected(byte[] value) implements JudgedRecord {
    @Override
    public int partition(byte[] key, int partitions) {
      return Partitions.of(key, partitions);
    }
  }
}
