package dev.sluice.jobs.validate.output;

import dev.sluice.jobs.validate.report.BucketStatistics;
import dev.sluice.jobs.validate.report.DumpSummary;
import dev.sluice.jobs.validate.report.SummaryStatistics;
import java.util.SortedMap;
import java.util.TreeMap;

/** Collects what is read of a bucket. Not thread-safe. */
public final class BucketTally {
  private final SummaryStatistics textBytes = new SummaryStatistics();
  private final SummaryStatistics scores = new SummaryStatistics();
  private final SortedMap<String, DumpSummary> dumps = new TreeMap<>();
  private long files;
  private long records;
  private long bytes;
  private long allTextBytes;
  private long repeated;

  void shard(Shard shard, long rows) {
    files++;
    records += rows;
    bytes += shard.bytes();
    dumps.merge(shard.dump(), new DumpSummary(1, rows, shard.bytes()), DumpSummary::plus);
  }

  void row(double score, int textLength) {
    scores.add(score);
    textBytes.add(textLength);
    allTextBytes += textLength;
  }

  void repeatedId() {
    repeated++;
  }

  public long files() {
    return files;
  }

  public long records() {
    return records;
  }

  public long bytes() {
    return bytes;
  }

  public long textBytes() {
    return allTextBytes;
  }

  public long repeated() {
    return repeated;
  }

  public BucketStatistics statistics() {
    return new BucketStatistics(
        Math.round(textBytes.min()),
        textBytes.mean(),
        Math.round(textBytes.max()),
        scores.min(),
        scores.mean(),
        scores.max(),
        dumps);
  }
}
