package dev.sluice.jobs.dedup.clusters;

import dev.sluice.algorithms.neardup.Survivor;
import dev.sluice.jobs.dedup.pairs.PairComparers;
import dev.sluice.jobs.dedup.pairs.Similarities;
import dev.sluice.jobs.dedup.spill.FeatureBatch;
import dev.sluice.jobs.dedup.spill.FeatureFile;
import dev.sluice.jobs.dedup.spill.FeatureReader;
import dev.sluice.jobs.dedup.spill.LongSource;
import dev.sluice.jobs.dedup.spill.Pair;
import dev.sluice.jobs.dedup.spill.RunReader;
import dev.sluice.jobs.dedup.spill.RunSorter;
import dev.sluice.jobs.dedup.spill.RunWriter;
import dev.sluice.jobs.dedup.spill.SortedRuns;
import dev.sluice.jobs.dedup.spill.SpillFile;
import dev.sluice.jobs.dedup.stage.DedupDirectory;
import dev.sluice.jobs.dedup.stage.DedupMemory;
import dev.sluice.jobs.dedup.stage.DedupRequest;
import dev.sluice.jobs.dedup.stage.DedupStage;
import dev.sluice.jobs.dedup.stage.DedupState;
import dev.sluice.jobs.text.JobProgress;
import java.io.IOException;
import java.util.List;

/**
 * Determines the survivor of each cluster and compares the others with it. Memory: two sorters, or
 * one and a merge, or a batch of features.
 */
public final class SurvivorSelector {
  private static final String MEMBERS = "members-";
  private static final String KEPT = "kept";
  private static final String CHOSEN = "chosen-";

  private final DedupDirectory directory;
  private final DedupMemory memory;
  private final DedupRequest request;
  private final JobProgress progress;
  private final SortedRuns sorted;
  private final PairComparers comparing;
  private long decided;
  private long last = -1;

  public SurvivorSelector(
      DedupDirectory directory, DedupMemory memory, DedupRequest request, JobProgress progress) {
    this.directory = directory;
    this.memory = memory;
    this.request = request;
    this.progress = progress;
    this.comparing = new PairComparers(directory, memory, request);
    this.sorted = new SortedRuns(directory.path(), memory.runsAtOnce());
  }

  /** Writes the decisions. */
  public SpillFile run(DedupState state) throws IOException, InterruptedException {
    FeatureFile features =
        new FeatureFile(directory.featuresPath(), request.layout(), state.documents());
    List<SpillFile> chosen = chosen(state.stars(), features);
    try (LongSource pairs = sorted.merged(chosen, CHOSEN);
        ClusterDecisionWriter writer =
            new ClusterDecisionWriter(directory.path(), DedupState.DECISIONS)) {
      if (request.exactly().isPresent()) {
        compare(comparing.bySets(state), pairs, writer);
      } else if (request.check().isPresent()) {
        compare(comparing.bySignatures(state, request.check().get()), pairs, writer);
      } else {
        while (pairs.next()) {
          decide(pairs.value(), Double.NaN, writer);
        }
      }
      return writer.finish();
    }
  }

  private void compare(Similarities comparer, LongSource pairs, ClusterDecisionWriter writer)
      throws IOException, InterruptedException {
    try (Similarities similarities = comparer) {
      similarities.each(pairs, (pair, similarity) -> decide(pair, similarity, writer));
    }
  }

  /**
   * Writes the decision on a document. The match of another may itself have a match, which comes
   * first; then it is not kept.
   */
  private void decide(long pair, double similarity, ClusterDecisionWriter writer)
      throws IOException {
    long document = Pair.first(pair);
    long kept = Pair.second(pair);
    if (document == last) {
      return;
    }
    last = document;
    boolean itself = document == kept && !Double.isNaN(similarity);
    writer.add(document, kept, itself ? 1 : similarity);
    if (++decided % memory.numbersAtOnce() == 0) {
      progress.reached(DedupStage.CHOOSING.at(decided, 0));
    }
  }

  /** Each document of a cluster with the survivor. */
  private List<SpillFile> chosen(SpillFile stars, FeatureFile features) throws IOException {
    boolean first = request.survivor() == Survivor.FIRST;
    List<SpillFile> members = members(stars, first ? CHOSEN : MEMBERS, !first);
    if (first) {
      return members;
    }
    SpillFile kept = kept(members, features);
    RunSorter sorter = new RunSorter(directory.path(), CHOSEN, memory.numbersAtOnce());
    try (LongSource pairs = sorted.merged(members, MEMBERS);
        LongSource survivors = new RunReader(directory.path(), kept)) {
      long cluster = -1;
      while (pairs.next()) {
        if (Pair.first(pairs.value()) != cluster) {
          cluster = Pair.first(pairs.value());
          survivors.next();
        }
        sorter.add(Pair.of(Pair.second(pairs.value()), Pair.second(survivors.value())));
      }
    }
    return sorter.finish();
  }

  /** All documents of clusters, including the first ones, with the first ones. */
  private List<SpillFile> members(SpillFile stars, String prefix, boolean firstAhead)
      throws IOException {
    RunSorter sorter = new RunSorter(directory.path(), prefix, memory.numbersAtOnce());
    try (LongSource pairs = new RunReader(directory.path(), stars)) {
      while (pairs.next()) {
        long first = Pair.second(pairs.value());
        sorter.add(firstAhead ? Pair.turned(pairs.value()) : pairs.value());
        sorter.add(Pair.of(first, first));
      }
    }
    return sorter.finish();
  }

  /** The first document of each cluster with the survivor. */
  private SpillFile kept(List<SpillFile> members, FeatureFile file) throws IOException {
    try (LongSource pairs = sorted.merged(members, MEMBERS);
        FeatureReader reader = file.open();
        RunWriter target = new RunWriter(directory.path(), KEPT)) {
      FeatureBatch features = new FeatureBatch(file.layout(), reader);
      SurvivorScan scan = new SurvivorScan(request.survivor(), target);
      long[] batch = new long[memory.pairsCompared(file.layout())];
      int size;
      do {
        size = 0;
        while (size < batch.length && pairs.next()) {
          batch[size++] = pairs.value();
        }
        features.load(batch, size);
        for (int i = 0; i < size; i++) {
          scan.take(Pair.first(batch[i]), features.member(Pair.second(batch[i])));
        }
      } while (size > 0);
      scan.end();
      return target.finish();
    }
  }
}
