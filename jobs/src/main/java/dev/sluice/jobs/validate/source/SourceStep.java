package dev.sluice.jobs.validate.source;

import dev.sluice.core.ForgottenUnit;
import java.util.List;
import java.util.SortedSet;

/** A step in the history of an output. */
public sealed interface SourceStep {
  /** A unit that the output contains. */
  record Read(SourceUnit unit) implements SourceStep {}

  /**
   * A unit that was forgotten later; meanwhile, other units lost duplicates to it.
   *
   * @param documents of it that deduplication kept
   */
  record ReadForgotten(ForgottenUnit unit, long documents) implements SourceStep {}

  /**
   * Units were forgotten.
   *
   * @param begun ids of other units, read in later steps as a whole, of which rows had been read
   *     before
   */
  record Forget(List<ForgottenUnit> units, SortedSet<String> begun) implements SourceStep {}

  /** The id of the unit that it reads; empty if it forgets. */
  default String reads() {
    if (this instanceof Read read) {
      return read.unit().id();
    }
    return this instanceof ReadForgotten read ? read.unit().unit() : "";
  }
}
