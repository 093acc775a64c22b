package dev.sluice.jobs.dedup;

import java.util.Map;

/**
 * How far the sets of candidates are gathered.
 *
 * @param reading how far the documents are read again, in the terms of who reads them
 * @param index how far it is written where each set is
 * @param sets that are written
 */
record SetState(Map<String, Object> reading, FactsWriter.Mark index, SpillFile sets) {
  static final String SETS = "sets";
  static final String INDEX = "sets-index";

  /** Nothing. */
  static final SetState BEGIN =
      new SetState(Map.of(), FactsWriter.Mark.BEGIN, SpillFile.empty(SETS));

  /** Where a set is: its document, and its place in the file. */
  static final FactsLayout LAYOUT = new FactsLayout(2 * Long.BYTES);

  SetState {
    reading = Map.copyOf(reading);
  }
}
