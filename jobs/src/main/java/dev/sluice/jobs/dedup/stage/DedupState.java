package dev.sluice.jobs.dedup.stage;

import dev.sluice.jobs.dedup.spill.FeatureWriter;
import dev.sluice.jobs.dedup.spill.SetState;
import dev.sluice.jobs.dedup.spill.SpillFile;
import java.util.List;
import java.util.Map;

/**
 * The checkpoint of a dedup run: everything needed to resume it.
 *
 * @param arguments everything that determines the result
 * @param stage next or current stage
 * @param reading position in the documents, in the reader's own terms
 * @param features features written so far
 * @param parts band records and their pairs
 * @param edges pairs that count, after they have been checked
 * @param sets shingle sets of the documents of these pairs
 * @param compared pairs that count according to these sets
 * @param contracted intermediate result of clustering on disk
 * @param stars each document of a cluster, except its first, with the first
 * @param decisions the result
 */
public record DedupState(
    Map<String, Object> arguments,
    DedupStage stage,
    Map<String, Object> reading,
    FeatureWriter.Mark features,
    List<BandPart> parts,
    SpillFile edges,
    SetState sets,
    SpillFile compared,
    SpillFile contracted,
    SpillFile stars,
    SpillFile decisions) {
  static final String FEATURES = "features";
  static final String PAIRS = "pairs-";
  public static final String MERGED = "merged-";
  public static final String EDGES = "edges";
  public static final String COMPARED = "compared";
  public static final String STARS = "stars";
  public static final String DECISIONS = "decisions";
  public static final String CONTRACTED = "contracted-";

  public DedupState {
    arguments = Map.copyOf(arguments);
    reading = Map.copyOf(reading);
    parts = List.copyOf(parts);
  }

  /** A new run. */
  public static DedupState begin(Map<String, Object> arguments, List<BandPart> parts) {
    return new DedupState(
        arguments,
        DedupStage.READING,
        Map.of(),
        FeatureWriter.Mark.BEGIN,
        parts,
        SpillFile.empty(EDGES),
        SetState.BEGIN,
        SpillFile.empty(COMPARED),
        SpillFile.empty(CONTRACTED),
        SpillFile.empty(STARS),
        SpillFile.empty(DECISIONS));
  }

  public long documents() {
    return features.documents();
  }

  public DedupState at(DedupStage next) {
    return new DedupState(
        arguments,
        next,
        reading,
        features,
        parts,
        edges,
        sets,
        compared,
        contracted,
        stars,
        decisions);
  }

  DedupState read(Map<String, Object> newReading, FeatureWriter.Mark mark, List<BandPart> written) {
    return new DedupState(
        arguments,
        stage,
        newReading,
        mark,
        written,
        edges,
        sets,
        compared,
        contracted,
        stars,
        decisions);
  }

  public DedupState withParts(List<BandPart> newParts) {
    return new DedupState(
        arguments,
        stage,
        reading,
        features,
        newParts,
        edges,
        sets,
        compared,
        contracted,
        stars,
        decisions);
  }

  public DedupState withEdges(SpillFile file) {
    return new DedupState(
        arguments,
        stage,
        reading,
        features,
        parts,
        file,
        SetState.BEGIN,
        SpillFile.empty(COMPARED),
        SpillFile.empty(CONTRACTED),
        stars,
        decisions);
  }

  DedupState withSets(SetState gathered) {
    return new DedupState(
        arguments,
        stage,
        reading,
        features,
        parts,
        edges,
        gathered,
        compared,
        contracted,
        stars,
        decisions);
  }

  public DedupState withCompared(SpillFile file) {
    return new DedupState(
        arguments,
        stage,
        reading,
        features,
        parts,
        edges,
        sets,
        file,
        SpillFile.empty(CONTRACTED),
        stars,
        decisions);
  }

  public DedupState withContracted(SpillFile file) {
    return new DedupState(
        arguments, stage, reading, features, parts, edges, sets, compared, file, stars, decisions);
  }

  public DedupState withStars(SpillFile file) {
    return new DedupState(
        arguments,
        stage,
        reading,
        features,
        parts,
        edges,
        sets,
        compared,
        contracted,
        file,
        decisions);
  }

  public DedupState withDecisions(SpillFile file) {
    return new DedupState(
        arguments, stage, reading, features, parts, edges, sets, compared, contracted, stars, file);
  }

  /** The runs of all pairs. */
  public List<SpillFile> pairs() {
    return parts.stream().flatMap(part -> part.pairs().stream()).toList();
  }

  /** The stage that builds a file. */
  public static DedupStage makerOf(String file) {
    if (file.startsWith("bands-") || file.equals(FEATURES)) {
      return DedupStage.READING;
    }
    if (file.contains(PAIRS)) {
      return DedupStage.GROUPING;
    }
    if (file.startsWith(MERGED) || file.equals(EDGES)) {
      return DedupStage.CHECKING;
    }
    if (file.equals(SetState.SETS) || file.equals(SetState.INDEX) || file.startsWith("wanted-")) {
      return DedupStage.GATHERING;
    }
    if (file.equals(COMPARED)) {
      return DedupStage.COMPARING;
    }
    return file.startsWith(CONTRACTED) || file.equals(STARS)
        ? DedupStage.JOINING
        : DedupStage.CHOOSING;
  }

  /** The state before a file was built. */
  public DedupState without(String file) {
    List<BandPart> left =
        parts.stream()
            .map(
                part ->
                    part.pairs().stream().anyMatch(run -> run.name().equals(file))
                        ? part.undone()
                        : part)
            .toList();
    DedupState state = withParts(left);
    if (makerOf(file) == DedupStage.GATHERING) {
      return state.withSets(SetState.BEGIN);
    }
    return file.startsWith(CONTRACTED) ? state.withContracted(SpillFile.empty(CONTRACTED)) : state;
  }
}
