package dev.sluice.jobs.dedup.clusters;

import dev.sluice.jobs.dedup.spill.LongSource;
import dev.sluice.jobs.dedup.spill.RunReader;
import dev.sluice.jobs.dedup.spill.SortedRuns;
import dev.sluice.jobs.dedup.spill.SpillFile;
import dev.sluice.jobs.dedup.stage.ClusterRule;
import dev.sluice.jobs.dedup.stage.DedupDirectory;
import dev.sluice.jobs.dedup.stage.DedupMemory;
import dev.sluice.jobs.dedup.stage.DedupStage;
import dev.sluice.jobs.dedup.stage.DedupState;
import dev.sluice.jobs.text.JobProgress;
import java.io.IOException;

/** Builds clusters from pairs, in memory if they fit, otherwise on disk. */
public final class Clusterer {
  private final DedupDirectory directory;
  private final DedupMemory memory;
  private final JobProgress progress;

  private final ClusterRule clustering;

  public Clusterer(
      DedupDirectory directory, DedupMemory memory, ClusterRule clustering, JobProgress progress) {
    this.directory = directory;
    this.memory = memory;
    this.clustering = clustering;
    this.progress = progress;
  }

  /** Writes each document of a cluster, except its first, with the first or its match. */
  public SpillFile run() throws IOException {
    DedupState state = directory.state();
    if (clustering == ClusterRule.FIRST_COME) {
      return new FirstComeClusterer(directory, memory, state.documents()).join(state.compared());
    }
    if (clustering == ClusterRule.EARLIEST) {
      return new EarliestMatches(directory.path()).find(state.compared());
    }
    boolean begun = state.contracted().records() > 0;
    SpillFile edges = begun ? state.contracted() : state.compared();
    if (memory.fitsJoining(state.documents(), 0)) {
      InMemoryClusterer joining = new InMemoryClusterer(directory, state.documents());
      int paired = joining.count(edges);
      if (memory.fitsJoining(state.documents(), paired)) {
        return joining.join(edges, paired);
      }
    }
    return contract(edges);
  }

  private SpillFile contract(SpillFile edges) throws IOException {
    StarContraction contraction = new StarContraction(directory, memory);
    SpillFile before = edges;
    for (int round = 1; ; round++) {
      boolean odd = before.name().equals(DedupState.CONTRACTED + 0);
      SpillFile after = contraction.contract(before, DedupState.CONTRACTED + (odd ? 1 : 0));
      if (contraction.same(before, after)) {
        return copy(after);
      }
      directory.note(directory.state().withContracted(after));
      directory.sweep();
      progress.reached(DedupStage.JOINING.at(round, 0));
      before = after;
    }
  }

  private SpillFile copy(SpillFile edges) throws IOException {
    try (LongSource source = new RunReader(directory.path(), edges)) {
      return new SortedRuns(directory.path(), memory.runsAtOnce()).write(source, DedupState.STARS);
    }
  }
}
