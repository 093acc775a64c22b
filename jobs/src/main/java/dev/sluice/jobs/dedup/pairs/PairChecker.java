package dev.sluice.jobs.dedup.pairs;

import dev.sluice.jobs.dedup.spill.LongSource;
import dev.sluice.jobs.dedup.spill.RunReader;
import dev.sluice.jobs.dedup.spill.RunWriter;
import dev.sluice.jobs.dedup.spill.SortedRuns;
import dev.sluice.jobs.dedup.spill.SpillFile;
import dev.sluice.jobs.dedup.stage.DedupDirectory;
import dev.sluice.jobs.dedup.stage.DedupMemory;
import dev.sluice.jobs.dedup.stage.DedupRequest;
import dev.sluice.jobs.dedup.stage.DedupStage;
import dev.sluice.jobs.dedup.stage.DedupState;
import dev.sluice.jobs.dedup.stage.SimilarityCheck;
import dev.sluice.jobs.text.JobProgress;
import java.io.IOException;
import java.util.Optional;

/**
 * Merges all pairs, removes repetitions and keeps those that meet the condition. So a pair is
 * compared once, however many keys its documents have in common.
 */
public final class PairChecker {
  private static final int TOLD = 1 << 14;

  private final DedupDirectory directory;
  private final DedupMemory memory;
  private final DedupRequest request;
  private final JobProgress progress;
  private final PairComparers comparing;
  private long compared;

  public PairChecker(
      DedupDirectory directory, DedupMemory memory, DedupRequest request, JobProgress progress) {
    this.directory = directory;
    this.memory = memory;
    this.request = request;
    this.progress = progress;
    this.comparing = new PairComparers(directory, memory, request);
  }

  /** Writes the pairs that count. */
  public SpillFile run(DedupState state) throws IOException, InterruptedException {
    SortedRuns runs = new SortedRuns(directory.path(), memory.runsAtOnce());
    try (LongSource pairs = runs.merged(state.pairs(), DedupState.MERGED)) {
      Optional<SimilarityCheck> check = request.check();
      if (check.isEmpty()) {
        return runs.write(pairs, DedupState.EDGES);
      }
      try (Similarities similarities = comparing.bySignatures(state, check.get())) {
        return leave(pairs, 0, similarities, check.get().threshold(), DedupState.EDGES);
      }
    }
  }

  /** Writes the pairs that count according to their shingle sets. */
  public SpillFile compareSets(DedupState state, double least)
      throws IOException, InterruptedException {
    try (LongSource pairs = new RunReader(directory.path(), state.edges());
        Similarities similarities = comparing.bySets(state)) {
      return leave(pairs, state.edges().records(), similarities, least, DedupState.COMPARED);
    }
  }

  private SpillFile leave(
      LongSource pairs, long total, Similarities similarities, double least, String name)
      throws IOException, InterruptedException {
    DedupStage stage = name.equals(DedupState.EDGES) ? DedupStage.CHECKING : DedupStage.COMPARING;
    try (RunWriter edges = new RunWriter(directory.path(), name)) {
      similarities.each(
          pairs,
          (pair, similarity) -> {
            if (similarity >= least) {
              edges.add(pair);
            }
            if (++compared % TOLD == 0) {
              progress.reached(stage.at(compared, total));
            }
          });
      return edges.finish();
    }
  }
}
