package dev.sluice.jobs.dedup.spill;

import java.util.Map;

/**
 * How far the sets of candidates are gathered.
 *
 * @param reading how far the documents are read again, in the terms of who reads them
 * @param index how far it is written where each set is
 * @param sets that are written
 */
public record SetState(Map<String, Object> reading, FeatureWriter.Mark index, SpillFile sets) {
  public static final String SETS = "sets";
  public static final String INDEX = "sets-index";

  /** Nothing. */
  public static final SetState BEGIN =
      new SetState(Map.of(), FeatureWriter.Mark.BEGIN, SpillFile.empty(SETS));

  /** Where a set is: its document, and its place in the file. */
  public static final FeatureLayout LAYOUT = new FeatureLayout(2 * Long.BYTES);

  public SetState {
    reading = Map.copyOf(reading);
  }
}
