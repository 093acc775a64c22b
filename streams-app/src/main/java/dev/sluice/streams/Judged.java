package dev.sluice.streams;

import dev.sluice.topics.DocumentRecord;
import dev.sluice.topics.EndOfUnit;
import dev.sluice.topics.Forget;

/** What the rules hand to deduplication within a task; never on a topic. */
sealed interface Judged {
  /**
   * A document that passed.
   *
   * @param document the record, read
   * @param value the record's value, which goes on untouched
   * @param bucket index of its bucket
   */
  record Passed(DocumentRecord document, byte[] value, int bucket) implements Judged {}

  /** The end of a unit, the first time it is seen. */
  record Ended(EndOfUnit marker) implements Judged {}

  /** A dump is forgotten, the first time it is seen. */
  record Forgotten(Forget forget) implements Judged {}
}
