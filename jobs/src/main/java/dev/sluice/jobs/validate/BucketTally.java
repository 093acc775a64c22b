package dev.sluice.jobs.validate;

import java.util.SortedMap;
import java.util.TreeMap;

/** What was read of a bucket. Not thread-safe. */
final class BucketTally {
  private final Spread textBytes = new Spread();
  private final Spread scores = new Spread();
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

  long files() {
    return files;
  }

  long records() {
    return records;
  }

  long bytes() {
    return bytes;
  }

  long textBytes() {
    return allTextBytes;
  }

  long repeated() {
    return repeated;
  }

  BucketStatistics statistics() {
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
