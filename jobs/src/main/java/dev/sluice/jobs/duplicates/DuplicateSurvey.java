package dev.sluice.jobs.duplicates;

import dev.sluice.jobs.duplicates.ClusterSizes.Cluster;
import dev.sluice.jobs.duplicates.DuplicateFindings.Choice;
import dev.sluice.jobs.duplicates.DuplicateFindings.Example;
import dev.sluice.jobs.duplicates.DuplicateFindings.LargeCluster;
import dev.sluice.storage.text.TextColumns;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Reads what {@code dedup} has written of clusters, and the texts of examples from its input. The
 * result depends on these files alone. Used once, by one thread.
 */
public final class DuplicateSurvey {
  private static final int LARGEST = 20;
  private static final int EXAMPLES_OF_A_KIND = 5;
  private static final Comparator<ClusterMemberRow> LEAST_SIMILAR_FIRST =
      Comparator.<ClusterMemberRow>comparingDouble(row -> row.similarity().orElse(1))
          .thenComparing(ClusterMemberRow::file)
          .thenComparing(ClusterMemberRow::row);

  private final ClusterTable table;
  private final ClusterSizes sizes = new ClusterSizes(LARGEST);
  private final long[] bars = new long[DuplicateFindings.BARS];
  private final TreeSet<ClusterMemberRow> leastSimilar = new TreeSet<>(LEAST_SIMILAR_FIRST);
  private final Map<Long, ClusterMemberRow> survivors = new HashMap<>();
  private final Map<Long, ClusterMemberRow> firstRemoved = new HashMap<>();

  private DuplicateSurvey(ClusterTable table) {
    this.table = table;
  }

  /**
   * Reads the clusters.
   *
   * @param file {@code clusters.parquet}
   * @param clusters number of clusters
   * @param inputs of the job, for the texts of examples
   * @param memoryBytes for the sizes of clusters
   * @throws IOException if the file cannot be read; texts that cannot be read are left out
   * @throws InterruptedException if this thread is interrupted
   */
  public static DuplicateFindings read(
      Path file, long clusters, List<String> inputs, TextColumns columns, long memoryBytes)
      throws IOException, InterruptedException {
    DuplicateSurvey survey = new DuplicateSurvey(ClusterTable.open(file));
    survey.sizes.count(survey.table, clusters, memoryBytes);
    survey.table.read(survey::compare);
    survey.leastSimilar.forEach(row -> survey.survivors.put(row.cluster(), null));
    survey.sizes.largest().forEach(cluster -> survey.survivors.put(cluster.number(), null));
    survey.table.read(survey::find);
    return survey.findings(new TextLookup(inputs, columns));
  }

  private void compare(ClusterMemberRow row) {
    if (row.kept() || row.similarity().isEmpty()) {
      return;
    }
    double similarity = row.similarity().getAsDouble();
    bars[Math.max(0, Math.min(bars.length - 1, (int) (similarity * bars.length)))]++;
    if (similarity < 1) {
      leastSimilar.add(row);
      if (leastSimilar.size() > EXAMPLES_OF_A_KIND) {
        leastSimilar.pollLast();
      }
    }
  }

  private void find(ClusterMemberRow row) {
    if (survivors.containsKey(row.cluster())) {
      if (row.kept()) {
        survivors.put(row.cluster(), row);
      } else {
        firstRemoved.putIfAbsent(row.cluster(), row);
      }
    }
  }

  private DuplicateFindings findings(TextLookup texts) throws IOException {
    List<LargeCluster> largest = new ArrayList<>();
    for (Cluster cluster : sizes.largest()) {
      largest.add(new LargeCluster(survivors.get(cluster.number()), cluster.documents()));
    }
    Map<ClusterMemberRow, Choice> chosen = new LinkedHashMap<>();
    leastSimilar.forEach(row -> chosen.put(row, Choice.LEAST_SIMILAR));
    sizes.largest().stream()
        .limit(EXAMPLES_OF_A_KIND)
        .forEach(
            cluster ->
                chosen.putIfAbsent(firstRemoved.get(cluster.number()), Choice.LARGE_CLUSTER));
    List<Example> examples = new ArrayList<>();
    for (Map.Entry<ClusterMemberRow, Choice> each : chosen.entrySet()) {
      ClusterMemberRow removed = each.getKey();
      ClusterMemberRow kept = survivors.get(removed.cluster());
      examples.add(new Example(each.getValue(), kept, removed, texts.of(kept), texts.of(removed)));
    }
    boolean compared = Arrays.stream(bars).sum() > 0;
    List<Long> similarities = compared ? Arrays.stream(bars).boxed().toList() : List.of();
    return new DuplicateFindings(sizes.classes(), similarities, largest, examples);
  }
}
