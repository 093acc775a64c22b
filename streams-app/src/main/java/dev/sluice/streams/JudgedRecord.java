package dev.sluice.streams;

import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.Marker;
import dev.sluice.topics.record.TopicDocument;
import java.util.List;

/** A record as it passes between the nodes of a task, from the rules to the sink nodes. */
sealed interface JudgedRecord {
  /** Returns the value as it is written to a topic. */
  byte[] value();

  /** Returns the partition of the output to which the record belongs. */
  int partition();

  /**
   * Documents of one record that have passed the rules so far.
   *
   * @param rows rows in order, at least one
   * @param partition partition that the record was read from, and belongs to
   */
  record Passed(List<Row> rows, int partition) implements JudgedRecord {
    @Override
    public byte[] value() {
      return rows.get(0).document().recordOf(rows.stream().map(Row::document).toList());
    }

    /** Returns the record with its rows replaced by these. */
    Passed with(List<Row> others) {
      return new Passed(others, partition);
    }
  }

  /**
   * A document that has passed the rules so far.
   *
   * @param bucket index of its bucket
   * @param signature its signature for near-deduplication, if ingest has sent it
   */
  record Row(TopicDocument document, int bucket, byte[] signature) {
    /** Returns the document with its text replaced by this one. The text must be in the record. */
    Row withText(byte[] text) {
      return new Row(((DocumentRecord) document).withText(text), bucket, signature);
    }
  }

  /**
   * The first marker of a unit, the first forget record of a reset, or the watermark of a unit that
   * has not ended.
   */
  record Marked(Marker marker) implements JudgedRecord {
    @Override
    public byte[] value() {
      return marker.encode();
    }

    @Override
    public int partition() {
      return marker.partition();
    }
  }

  /** A reject, or signatures. */
  record Encoded(byte[] value, int partition) implements JudgedRecord {}
}
