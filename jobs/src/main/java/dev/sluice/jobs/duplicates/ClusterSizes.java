package dev.sluice.jobs.duplicates;

import dev.sluice.jobs.duplicates.DuplicateFindings.SizeClass;
import dev.sluice.jobs.validate.output.IdKey;
import dev.sluice.jobs.validate.output.KeyTable;
import dev.sluice.jobs.validate.output.Passes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * Counts documents of clusters, exactly. Reads the table several times if clusters do not fit into
 * memory. Memory: 27 bytes for each cluster of a pass. Not thread-safe.
 */
final class ClusterSizes {
  private static final int[] FROM = {2, 3, 4, 5, 10, 20, 50, 100, 1_000};
  private static final Comparator<Cluster> LARGEST_FIRST =
      Comparator.comparingLong(Cluster::documents).reversed().thenComparing(Cluster::number);

  private final long[] counts = new long[FROM.length];
  private final TreeSet<Cluster> largest = new TreeSet<>(LARGEST_FIRST);
  private final int most;

  /** A cluster by the number of its survivor. */
  record Cluster(long number, long documents) {}

  /**
   * @param most number of largest clusters to remember
   */
  ClusterSizes(int most) {
    this.most = most;
  }

  /**
   * Counts all clusters of a table.
   *
   * @param clusters about how many there are
   */
  void count(ClusterTable table, long clusters, long memoryBytes)
      throws IOException, InterruptedException {
    int passes = Passes.of(clusters, 1, memoryBytes);
    for (int pass = 0; pass < passes; pass++) {
      KeyTable sizes = new KeyTable(1, clusters / passes);
      int part = pass;
      table.read(
          row -> {
            IdKey key = new IdKey(0, row.cluster());
            if (key.part(passes) == part) {
              sizes.add(key);
              int slot = sizes.find(key);
              sizes.set(slot, 0, sizes.value(slot, 0) + 1);
            }
          });
      sizes.forEach((key, slot) -> add(new Cluster(key.low(), sizes.value(slot, 0))));
    }
  }

  private void add(Cluster cluster) {
    int index = FROM.length - 1;
    while (index > 0 && cluster.documents() < FROM[index]) {
      index--;
    }
    counts[index]++;
    largest.add(cluster);
    if (largest.size() > most) {
      largest.pollLast();
    }
  }

  /** Clusters by size, without empty classes. */
  List<SizeClass> classes() {
    List<SizeClass> classes = new ArrayList<>();
    for (int i = 0; i < FROM.length; i++) {
      long to = i + 1 < FROM.length ? FROM[i + 1] - 1 : Long.MAX_VALUE;
      if (counts[i] > 0) {
        classes.add(new SizeClass(FROM[i], to, counts[i]));
      }
    }
    return classes;
  }

  /** The largest clusters, the largest first. */
  List<Cluster> largest() {
    return List.copyOf(largest);
  }
}
