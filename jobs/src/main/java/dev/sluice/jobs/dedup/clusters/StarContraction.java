package dev.sluice.jobs.dedup.clusters;

import dev.sluice.jobs.dedup.spill.LongSource;
import dev.sluice.jobs.dedup.spill.Pair;
import dev.sluice.jobs.dedup.spill.RunReader;
import dev.sluice.jobs.dedup.spill.RunSorter;
import dev.sluice.jobs.dedup.spill.SortedRuns;
import dev.sluice.jobs.dedup.spill.SpillFile;
import dev.sluice.jobs.dedup.stage.DedupDirectory;
import dev.sluice.jobs.dedup.stage.DedupMemory;
import java.io.IOException;
import java.util.List;

/**
 * Builds clusters from pairs on disk, by sorting: alternating large-star and small-star operations
 * (Kiveris, Lattanzi, Mirrokni, Rastogi, Vassilvitskii: Connected components in MapReduce and
 * beyond, 2014).
 *
 * <pre>
 * large-star   links larger neighbours of each document to its smallest neighbour
 * small-star   links smaller neighbours, and the document, to the smallest
 * </pre>
 *
 * <p>Connectivity is preserved. When nothing changes any more, each document of a cluster is paired
 * with the first one only. The number of rounds is about the logarithm of the longest chain of
 * pairs. Memory: two sorters, or one and a merge.
 */
final class StarContraction {
  private final DedupDirectory directory;
  private final DedupMemory memory;
  private final SortedRuns sorted;

  StarContraction(DedupDirectory directory, DedupMemory memory) {
    this.directory = directory;
    this.memory = memory;
    this.sorted = new SortedRuns(directory.path(), memory.runsAtOnce());
  }

  /**
   * Runs one round.
   *
   * @param edges pairs with the later document first
   * @param name of the file to write
   */
  SpillFile contract(SpillFile edges, String name) throws IOException {
    List<SpillFile> both = bothWays(edges, name + "-a");
    List<SpillFile> large = star(both, name + "-a", name + "-b", true);
    List<SpillFile> small = star(large, name + "-b", name + "-c", false);
    try (LongSource source = sorted.merged(small, name + "-c")) {
      return sorted.write(source, name);
    } finally {
      sorted.delete(small);
    }
  }

  /** Whether two files contain the same pairs, so that another round would change nothing. */
  boolean same(SpillFile one, SpillFile other) throws IOException {
    if (one.records() != other.records()) {
      return false;
    }
    try (LongSource pairs = new RunReader(directory.path(), one);
        LongSource others = new RunReader(directory.path(), other)) {
      while (pairs.next() && others.next()) {
        if (pairs.value() != others.value()) {
          return false;
        }
      }
      return true;
    }
  }

  private List<SpillFile> bothWays(SpillFile edges, String prefix) throws IOException {
    RunSorter sorter = new RunSorter(directory.path(), prefix, memory.numbersAtOnce());
    try (LongSource pairs = new RunReader(directory.path(), edges)) {
      while (pairs.next()) {
        sorter.add(pairs.value());
        sorter.add(Pair.turned(pairs.value()));
      }
    }
    return sorter.finish();
  }

  /**
   * Links neighbours of each document to the smallest one, possibly the document itself: larger
   * neighbours if both directions are given, otherwise smaller ones and the document.
   */
  private List<SpillFile> star(List<SpillFile> runs, String prefix, String target, boolean large)
      throws IOException {
    RunSorter sorter = new RunSorter(directory.path(), target, memory.numbersAtOnce());
    try (LongSource pairs = sorted.merged(runs, prefix)) {
      long document = -1;
      long smallest = -1;
      while (pairs.next()) {
        long neighbour = Pair.second(pairs.value());
        if (Pair.first(pairs.value()) != document) {
          document = Pair.first(pairs.value());
          smallest = Math.min(document, neighbour);
          if (!large) {
            sorter.add(Pair.of(document, smallest));
          }
        }
        if (large ? neighbour > document : neighbour > smallest) {
          sorter.add(Pair.of(neighbour, smallest));
        }
      }
    }
    List<SpillFile> stars = sorter.finish();
    sorted.delete(runs);
    return stars;
  }
}
