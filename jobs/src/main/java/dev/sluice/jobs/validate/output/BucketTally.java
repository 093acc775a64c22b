package dev.sluice.jobs.validate.output;

import dev.sluice.core.Bucket;
import dev.sluice.core.Outcome;
import dev.sluice.jobs.validate.report.BucketSummary;
import dev.sluice.jobs.validate.report.BucketSummary.Dump;
import dev.sluice.jobs.validate.report.BucketSummary.Statistics;
import java.util.DoubleSummaryStatistics;
import java.util.LongSummaryStatistics;
import java.util.SortedMap;
import java.util.TreeMap;

/** Collects what is read of a bucket. Not thread-safe. */
public final class BucketTally {
  private final LongSummaryStatistics textBytes = new LongSummaryStatistics();
  private final DoubleSummaryStatistics scores = new DoubleSummaryStatistics();
  private final SortedMap<String, Dump> dumps = new TreeMap<>();
  private long repeated;

  void shard(Shard shard, long rows) {
    dumps.merge(shard.dump(), new Dump(1, rows, shard.bytes()), Dump::plus);
  }

  void row(double score, int textLength) {
    scores.accept(score);
    textBytes.accept(textLength);
  }

  void repeatedId() {
    repeated++;
  }

  /**
   * What was read of a bucket, with the counters of its manifests.
   *
   * @param statistics whether lengths, scores and dumps are wanted
   */
  public BucketSummary summary(Bucket bucket, ManifestSet manifests, boolean statistics) {
    Dump all = dumps.values().stream().reduce(new Dump(0, 0, 0), Dump::plus);
    return new BucketSummary(
        bucket.name(),
        all.files(),
        all.records(),
        all.bytes(),
        textBytes.getSum(),
        manifests.sampling(bucket),
        manifests.total(bucket.name(), Outcome.DUPLICATES_REMOVED),
        manifests.total(bucket.name(), Outcome.NEAR_DUPLICATES_REMOVED),
        repeated,
        statistics ? statistics() : null);
  }

  private Statistics statistics() {
    boolean isEmpty = scores.getCount() == 0;
    return new Statistics(
        isEmpty ? 0 : textBytes.getMin(),
        textBytes.getAverage(),
        isEmpty ? 0 : textBytes.getMax(),
        isEmpty ? 0 : scores.getMin(),
        scores.getAverage(),
        isEmpty ? 0 : scores.getMax(),
        dumps);
  }
}
