package dev.sluice.topics.record;

import dev.sluice.core.RowJudge;
import dev.sluice.core.gauge.DropExample;
import dev.sluice.topics.record.SelectedRows.SelectedRow;
import java.util.List;
import java.util.Optional;

/**
 * A document of a topic. It is alone in its record or with others. Its text may be outside the
 * record.
 */
public sealed interface TopicDocument extends RowJudge.Row permits DocumentRecord, SelectedRow {
  /**
   * The fields of a document, except for its text.
   *
   * @param unit id of the unit of input
   * @param file path of the source file relative to the input root
   * @param row number of the row in the source file, from 0
   * @param dump name of the dump, or {@code unknown}
   * @param score the score, if {@code hasScore}
   * @param pointer where to find the text, if it is not in the record
   */
  record Fields(
      String unit,
      String file,
      long row,
      String dump,
      byte[] id,
      boolean hasScore,
      double score,
      Optional<TextPointer> pointer) {}

  /** Returns the fields as they were decoded. The array of the id must not be changed. */
  Fields fields();

  /** Returns the id of the unit of input. */
  default String unit() {
    return fields().unit();
  }

  /** Returns the path of the source file relative to the input root. */
  default String file() {
    return fields().file();
  }

  /** Returns the number of the row in the source file, from 0. */
  default long row() {
    return fields().row();
  }

  /** Returns the name of the dump, or {@code unknown}. */
  default String dump() {
    return fields().dump();
  }

  @Override
  default byte[] id() {
    return fields().id();
  }

  @Override
  default boolean hasScore() {
    return fields().hasScore();
  }

  @Override
  default double score() {
    return fields().score();
  }

  /** Returns the location of the text, if the text is not in the record. */
  default Optional<TextPointer> pointer() {
    return fields().pointer();
  }

  /**
   * Encodes a record with some of the documents of this document's record.
   *
   * @param kept documents, in order; at least one
   */
  byte[] recordOf(List<? extends TopicDocument> kept);

  /**
   * Returns the document as an example of what was dropped. It has its text if the record has the
   * text.
   */
  default DropExample example() {
    return DropExample.of(id(), file(), row());
  }
}
