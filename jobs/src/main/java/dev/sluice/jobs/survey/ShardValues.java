package dev.sluice.jobs.survey;

import dev.sluice.jobs.analyze.LabelCounts;
import dev.sluice.jobs.analyze.NumberSketch;
import dev.sluice.settings.load.ContentConfiguration;
import java.util.ArrayList;
import java.util.List;

/**
 * Distributions of the values in shards. Values of consecutive shards are added in their order.
 * Memory: a sketch for each bucket, and a few thousand languages and domains. Not thread-safe.
 */
public final class ShardValues {
  private final List<NumberSketch> lengths = new ArrayList<>();
  private final long[] textBytes;
  private final ScoreBars scores;
  private final LabelCounts languages = new LabelCounts();
  private final LabelCounts domains = new LabelCounts();
  private final NumberSketch tokens = new NumberSketch();

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
    languages.add(next.languages);
    domains.add(next.domains);
    tokens.add(next.tokens);
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

  /** Values of the column of languages; none if there is no such column. */
  public LabelCounts languages() {
    return languages;
  }

  /** Hosts of the column of addresses, without {@code www.}; none if there is no such column. */
  public LabelCounts domains() {
    return domains;
  }

  /** Numbers of tokens that the source counted; none if there is no such column. */
  public NumberSketch tokens() {
    return tokens;
  }
}
