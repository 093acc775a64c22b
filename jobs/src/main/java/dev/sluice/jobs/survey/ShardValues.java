package dev.sluice.jobs.survey;

import dev.sluice.jobs.analyze.NumberSketch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Distributions of the values in shards. Values of consecutive shards are added in their order.
 * Memory: a sketch for each bucket, and one for scores. Not thread-safe.
 */
public final class ShardValues {
  private final List<NumberSketch> lengths = new ArrayList<>();
  private final NumberSketch scores = new NumberSketch();
  private final long[] textBytes;

  ShardValues(int buckets) {
    for (int bucket = 0; bucket < buckets; bucket++) {
      lengths.add(new NumberSketch());
    }
    this.textBytes = new long[buckets];
  }

  /** Adds a document. */
  void document(int bucket, double score, int bytes) {
    lengths.get(bucket).add(bytes);
    textBytes[bucket] += bytes;
    if (!Double.isNaN(score)) {
      scores.add(score);
    }
  }

  /** Adds the values of the shards that follow. */
  void add(ShardValues next) {
    for (int bucket = 0; bucket < lengths.size(); bucket++) {
      lengths.get(bucket).add(next.lengths.get(bucket));
      textBytes[bucket] += next.textBytes[bucket];
    }
    scores.add(next.scores);
  }

  /** Lengths of texts in UTF-8 bytes, by bucket. */
  public List<NumberSketch> lengths() {
    return Collections.unmodifiableList(lengths);
  }

  /** Bytes of all texts of a bucket. */
  public long textBytes(int bucket) {
    return textBytes[bucket];
  }

  /** Scores of all documents. */
  public NumberSketch scores() {
    return scores;
  }
}
