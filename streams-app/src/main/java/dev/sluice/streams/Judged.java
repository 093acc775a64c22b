package dev.sluice.streams;

import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.EndOfUnit;
import dev.sluice.topics.record.Forget;

/** What the rules hand to operators and deduplication within a task; never on a topic. */
sealed interface Judged {
  /**
   * A document that passed.
   *
   * @param document the record as it came, read
   * @param value the record's value as it goes on: as it came, but for the text that operators made
   * @param bucket index of its bucket
   */
  record Passed(DocumentRecord document, byte[] value, int bucket) implements Judged {
    /** The same with another value. */
    Passed withValue(byte[] other) {
      return new Passed(document, other, bucket);
    }
  }

  /** The end of a unit, the first time it is seen. */
  record Ended(EndOfUnit marker) implements Judged {}

  /** Units are forgotten, the first time it is seen. */
  record Forgotten(Forget forget) implements Judged {}
}
