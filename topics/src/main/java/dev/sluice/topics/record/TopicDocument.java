package dev.sluice.topics.record;

import dev.sluice.core.RowJudge;
import dev.sluice.core.gauge.DropExample;
import java.util.List;
import java.util.Optional;

/** A document of a topic, alone in its record or with others. Its text may be elsewhere. */
public sealed interface TopicDocument extends RowJudge.Row permits DocumentRecord, SelectedRow {
  /** Id of the unit of input. */
  String unit();

  /** Path of the source file relative to the input root. */
  String file();

  /** Number of the row in the source file, from 0. */
  long row();

  /** Name of the dump, or {@code unknown}. */
  String dump();

  /** Where to find the text, if it is not in the record. */
  Optional<TextPointer> pointer();

  /**
   * Encodes a record of some documents of the same record as this one.
   *
   * @param kept documents, in order; at least one
   */
  byte[] recordOf(List<? extends TopicDocument> kept);

  /** For people who ask what was dropped: with the text, if that is in the record. */
  default DropExample example() {
    return DropExample.of(id(), file(), row());
  }
}
