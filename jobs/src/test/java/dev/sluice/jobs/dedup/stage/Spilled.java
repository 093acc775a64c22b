package dev.sluice.jobs.dedup.stage;

import dev.sluice.algorithms.neardup.Similarity;
import dev.sluice.algorithms.neardup.Survivor;
import dev.sluice.jobs.dedup.DedupStages;
import dev.sluice.jobs.dedup.clusters.ClusterDecision;
import dev.sluice.jobs.dedup.clusters.ClusterDecisions;
import dev.sluice.jobs.text.DiskRoom;
import dev.sluice.jobs.text.JobProgress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/** Keys and features of documents, for tests. */
public record Spilled(
    List<long[]> keys, List<byte[]> signatures, List<Double> scores, List<Long> lengths) {
  public static final int ROWS = PlantedDocuments.BANDS.total();
  public static final DiskRoom ROOM = new DiskRoom(path -> Long.MAX_VALUE);

  public static Spilled empty() {
    return new Spilled(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
  }

  public static Spilled planted(long seed, int documents, double duplicates, double similarity) {
    PlantedDocuments planted = new PlantedDocuments(seed, duplicates, similarity);
    Spilled spilled = empty();
    for (int i = 0; i < documents; i++) {
      long[] keys = new long[PlantedDocuments.BANDS.bands()];
      byte[] compact = new byte[ROWS];
      planted.make(i, keys, compact);
      spilled.add(seed, keys, compact);
    }
    return spilled;
  }

  /** Few different keys: groups of all sizes, chains, documents that come twice in a group. */
  public static Spilled crowded(long seed, int documents, int different) {
    SplittableRandom random = new SplittableRandom(seed);
    Spilled spilled = Spilled.empty();
    for (int i = 0; i < documents; i++) {
      long[] keys = new long[random.nextInt(4)];
      for (int j = 0; j < keys.length; j++) {
        double place = random.nextDouble();
        keys[j] = (long) (different * place * place * place) * 0x9E3779B97F4A7C15L;
      }
      byte[] signature = new byte[Spilled.ROWS];
      Arrays.fill(signature, (byte) random.nextInt(4));
      spilled.add(seed, keys, signature);
    }
    return spilled;
  }

  /** Adds a document; scores and lengths are few, some scores are missing. */
  public void add(long seed, long[] documentKeys, byte[] signature) {
    SplittableRandom random = new SplittableRandom(seed * 31 + keys.size());
    keys.add(documentKeys);
    signatures.add(signature);
    scores.add(random.nextInt(4) == 0 ? Double.NaN : random.nextInt(4));
    lengths.add((long) random.nextInt(5));
  }

  public static DedupRequest request(Optional<Double> threshold, Survivor survivor) {
    return request(threshold, ClusterRule.CONNECTED, survivor);
  }

  public static DedupRequest request(
      Optional<Double> threshold, ClusterRule clustering, Survivor survivor) {
    return new DedupRequest(
        Map.of("bands", 14),
        PlantedDocuments.BANDS.bands(),
        threshold.isPresent() ? ROWS : 0,
        threshold.isPresent() && clustering != ClusterRule.EARLIEST
            ? CandidateRule.CHECKED
            : CandidateRule.UNCHECKED,
        threshold.map(
            least ->
                new SimilarityCheck(
                    (one, at, other, otherAt) ->
                        clustering == ClusterRule.EARLIEST
                            ? Similarity.bySketch(one, at, other, otherAt, ROWS)
                            : Similarity.estimate(one, at, other, otherAt, ROWS),
                    least)),
        clustering,
        survivor);
  }

  /** Reads all documents that are not yet certain, marking now and then. */
  void spillTo(DedupStages stages, int threads) throws IOException {
    try (DocumentSpill spill = stages.spill()) {
      List<BandAppender> appenders = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        appenders.add(spill.appender());
      }
      for (int i = (int) spill.documents(); i < keys.size(); i++) {
        long document = spill.add(signatures.get(i), scores.get(i), lengths.get(i));
        for (long key : keys.get(i)) {
          appenders.get(i % threads).add(key, document);
        }
        if (i % 997 == 996) {
          spill.mark(Map.of("next", i + 1), appenders);
        }
      }
      spill.finish(appenders);
    }
  }

  /** Does everything. */
  public List<ClusterDecision> decide(Path directory, DedupRequest request, DedupMemory memory)
      throws IOException, InterruptedException {
    return decide(directory, request, memory, JobProgress.NONE);
  }

  /** Does what is left. */
  public List<ClusterDecision> decide(
      Path directory, DedupRequest request, DedupMemory memory, JobProgress progress)
      throws IOException, InterruptedException {
    try (DedupStages stages =
        DedupStages.open(directory, request, memory, keys.size(), ROOM, progress)) {
      if (stages.stage() == DedupStage.READING) {
        spillTo(stages, memory.threads());
      }
      try (ClusterDecisions decisions = stages.decide()) {
        return all(decisions);
      }
    }
  }

  static List<ClusterDecision> all(ClusterDecisions decisions) throws IOException {
    List<ClusterDecision> all = new ArrayList<>();
    for (Optional<ClusterDecision> next = decisions.next();
        next.isPresent();
        next = decisions.next()) {
      all.add(next.get());
    }
    return all;
  }
}
