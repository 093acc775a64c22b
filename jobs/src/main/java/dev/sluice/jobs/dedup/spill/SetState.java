package dev.sluice.jobs.dedup.spill;

import java.util.Map;

/**
 * The progress of collecting the sets of candidates.
 *
 * @param reading position in the documents, in the form of the pass that reads them
 * @param index position in the index
 * @param sets the sets written
 */
public record SetState(Map<String, Object> reading, FeatureWriter.Mark index, SpillFile sets) {
  public static final String SETS = "sets";
  public static final String INDEX = "sets-index";

  /** The initial state. */
  public static final SetState BEGIN =
      new SetState(Map.of(), FeatureWriter.Mark.BEGIN, SpillFile.empty(SETS));

  /** The index: for each set its document and its position in the file. */
  public static final FeatureLayout LAYOUT = new FeatureLayout(2 * Long.BYTES);

  public SetState {
    reading = Map.copyOf(reading);
  }
}
