package dev.sluice.jobs.dedup.stage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.algorithms.neardup.Survivor;
import dev.sluice.jobs.dedup.DedupStages;
import dev.sluice.jobs.dedup.clusters.ClusterDecisions;
import dev.sluice.jobs.text.JobProgress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What keys that very many documents share cost: operations are counted, not time. */
class LinearityTest {
  private static final int BANDS = 3;

  @TempDir private Path temp;

  /** Sizes of clusters: the largest, the half of it, a third ... */
  private static List<Integer> zipf(int largest, int clusters) {
    List<Integer> sizes = new ArrayList<>();
    for (int rank = 1; rank <= clusters; rank++) {
      sizes.add(largest / rank);
    }
    return sizes;
  }

  private static long documents(List<Integer> sizes) {
    return sizes.stream().mapToLong(Integer::longValue).sum();
  }

  private long comparisons(List<Integer> sizes, DedupMemory memory, boolean alike)
      throws Exception {
    AtomicLong comparisons = new AtomicLong();
    SimilarityCheck check =
        new SimilarityCheck(
            (one, at, other, otherAt) -> {
              comparisons.incrementAndGet();
              return alike ? 1 : 0;
            },
            0.8);
    DedupRequest request =
        new DedupRequest(
            Map.of(),
            BANDS,
            1,
            CandidateRule.CHECKED,
            Optional.of(check),
            ClusterRule.CONNECTED,
            Survivor.FIRST);
    Path directory = Files.createTempDirectory(temp, "dedup");
    long documents = documents(sizes);
    try (DedupStages stages =
        DedupStages.open(directory, request, memory, documents, Spilled.ROOM, JobProgress.NONE)) {
      spill(stages, sizes, documents);
      int decided = 0;
      try (ClusterDecisions decisions = stages.decide()) {
        while (decisions.next().isPresent()) {
          decided++;
        }
      }
      assertThat(decided).isEqualTo(alike ? (int) documents : 0);
      stages.delete();
    }
    return comparisons.get();
  }

  /** Copies come in turns: of each cluster that has some left, one. */
  private static void spill(DedupStages stages, List<Integer> sizes, long documents)
      throws Exception {
    try (DocumentSpill spill = stages.spill()) {
      BandAppender appender = spill.appender();
      for (int round = 0; spill.documents() < documents; round++) {
        for (int cluster = 0; cluster < sizes.size() && sizes.get(cluster) > round; cluster++) {
          long document = spill.add(new byte[1], 0, 0);
          for (int band = 1; band <= BANDS; band++) {
            appender.add((cluster * 7L + band) * 0x9E3779B97F4A7C15L, document);
          }
        }
      }
      spill.finish(List.of(appender));
    }
  }

  @Test
  void shouldCompareEachDocumentFewTimesInClustersOfManyCopies() throws Exception {
    List<Integer> sizes = zipf(100_000, 4);
    // What is compared is alike: four pairs for each, and at last once with the one kept.
    assertThat(comparisons(sizes, new DedupMemory(2 << 20, 2), true))
        .isLessThanOrEqualTo(5 * documents(sizes));
  }

  @Test
  void shouldCompareEachDocumentFewTimesWhereNothingIsAlike() throws Exception {
    for (int largest : List.of(1_000, 10_000, 40_000)) {
      List<Integer> sizes = zipf(largest, 40);
      // Groups of up to 32 are compared in full.
      long small = sizes.stream().filter(size -> size <= 32).mapToLong(s -> s * s / 2).sum();
      assertThat(comparisons(sizes, new DedupMemory(1 << 20, 2), false))
          .isLessThanOrEqualTo(4 * documents(sizes) + small);
    }
  }
}
