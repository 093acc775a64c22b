package dev.sluice.streams;

import dev.sluice.topics.Partitions;
import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.EndOfUnit;
import dev.sluice.topics.record.Forget;
import dev.sluice.topics.record.SelectedRow;
import dev.sluice.topics.record.SelectedRows;
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
   * @param partitions number of partitions of every topic but the progress topic
   */
  int partition(byte[] key, int partitions);

  /**
   * A document that passed the rules so far.
   *
   * @param document the document as it was read
   * @param value the encoded document; differs from that of {@code document} if operators changed
   *     the text
   * @param bucket index of its bucket
   */
  record Passed(DocumentRecord document, byte[] value, int bucket) implements JudgedRecord {
    /** The same document with another value. */
    Passed withValue(byte[] other) {
      return new Passed(document, other, bucket);
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
   */
  record PassedRow(SelectedRow row, int bucket) {}

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

  /** An encoded reject. */
  record Rejected(byte[] value) implements JudgedRecord {
    @Override
    public int partition(byte[] key, int partitions) {
      return Partitions.of(key, partitions);
    }
  }
}
