package dev.sluice.jobs.survey;

import dev.sluice.jobs.analyze.NumberSketch;
import dev.sluice.settings.load.ContentConfiguration;
import java.util.ArrayList;
import java.util.List;

/**
 * Distributions of the values in shards. Values of consecutive shards are added in their order.
 * Memory: a sketch for each bucket. Not thread-safe.
 */
public final class ShardValues {
  private final List<NumberSketch> lengths = new ArrayList<>();
  private final long[] textBytes;
  private final ScoreBars scores;

  ShardValues(ContentConfiguration content) {
    content.buckets().forEach(bucket -> lengths.add(new NumberSketch()));
    this.textBytes = new long[lengths.size()];
    this.scores =
        new ScoreBars(content.buckets(), content.rules().minScore(), content.rules().maxScore());
  }

  /** Adds a document. */
  void document(int bucket, double score, int bytes) {
    lengths.get(bucket).add(bytes);
    textBytes[bucket] += bytes;
    scores.add(bucket, score);
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
    return lengths;
  }

  /** Bytes of all texts of a bucket. */
  public long textBytes(int bucket) {
    return textBytes[bucket];
  }

  /** Scores. */
  public ScoreBars scores() {
    return scores;
  }
}
