package dev.sluice.jobs.dedup.clusters;

import dev.sluice.algorithms.neardup.Components;
import dev.sluice.jobs.dedup.spill.LongSource;
import dev.sluice.jobs.dedup.spill.Pair;
import dev.sluice.jobs.dedup.spill.RunReader;
import dev.sluice.jobs.dedup.spill.RunWriter;
import dev.sluice.jobs.dedup.spill.SpillFile;
import dev.sluice.jobs.dedup.stage.DedupDirectory;
import dev.sluice.jobs.dedup.stage.DedupState;
import dev.sluice.jobs.dedup.stage.DocumentRanks;
import java.io.IOException;

/**
 * Builds clusters from pairs in memory, by union-find over the documents that occur in a pair. Its
 * result, each document of a cluster with the first one, is byte for byte that of {@link
 * StarContraction}.
 */
final class InMemoryClusterer {
  private final DedupDirectory directory;
  private final DocumentRanks ranks;

  InMemoryClusterer(DedupDirectory directory, long documents) {
    this.directory = directory;
    this.ranks = new DocumentRanks(documents);
  }

  /** Finds the documents that occur and returns their number. */
  int count(SpillFile edges) throws IOException {
    try (LongSource pairs = new RunReader(directory.path(), edges)) {
      while (pairs.next()) {
        ranks.mark(Pair.first(pairs.value()));
        ranks.mark(Pair.second(pairs.value()));
      }
    }
    return ranks.number();
  }

  /** Joins the counted pairs. */
  SpillFile join(SpillFile edges, int count) throws IOException {
    Components components = new Components(count);
    try (LongSource pairs = new RunReader(directory.path(), edges)) {
      while (pairs.next()) {
        components.union(
            ranks.rank(Pair.first(pairs.value())), ranks.rank(Pair.second(pairs.value())));
      }
    }
    try (RunWriter stars = new RunWriter(directory.path(), DedupState.STARS)) {
      long document = ranks.next(0);
      for (int rank = 0; rank < count; rank++) {
        int root = components.root(rank);
        if (root != rank) {
          stars.add(Pair.of(document, ranks.document(root)));
        }
        document = ranks.next(document + 1);
      }
      return stars.finish();
    }
  }
}
