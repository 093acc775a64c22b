package dev.sluice.jobs.dedup.clusters;

import dev.sluice.jobs.dedup.spill.LongSource;
import dev.sluice.jobs.dedup.spill.Pair;
import dev.sluice.jobs.dedup.spill.RunSorter;
import dev.sluice.jobs.dedup.spill.SortedRuns;
import dev.sluice.jobs.dedup.spill.SpillFile;
import dev.sluice.jobs.dedup.stage.DedupMemory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Counts clusters by sorting decisions. Memory: a sorter or a merge. */
public final class ClusterCounter {
  private static final String SIZES = "sizes-";

  private final Path directory;
  private final DedupMemory memory;

  public ClusterCounter(Path directory, DedupMemory memory) {
    this.directory = directory;
    this.memory = memory;
  }

  /** Counts the clusters of a file and deletes its own temporary files. */
  public ClusterCounts count(SpillFile decided) throws IOException {
    RunSorter sorter = new RunSorter(directory, SIZES, memory.numbersAtOnce());
    try (ClusterDecisions decisions = new ClusterDecisions(directory, decided)) {
      for (Optional<ClusterDecision> next = decisions.next();
          next.isPresent();
          next = decisions.next()) {
        sorter.add(Pair.of(next.get().cluster(), next.get().document()));
      }
    }
    SortedRuns runs = new SortedRuns(directory, memory.runsAtOnce());
    try (LongSource members = runs.merged(sorter.finish(), SIZES)) {
      return counts(members);
    }
  }

  private static ClusterCounts counts(LongSource members) throws IOException {
    long clusters = 0;
    long documents = 0;
    long largest = 0;
    long size = 0;
    long cluster = -1;
    while (members.next()) {
      if (Pair.first(members.value()) != cluster) {
        cluster = Pair.first(members.value());
        size = 0;
      }
      if (Pair.second(members.value()) == cluster) {
        clusters++; // this one is kept
      }
      documents++;
      size++;
      largest = Math.max(largest, size);
    }
    return new ClusterCounts(clusters, documents, largest);
  }
}
