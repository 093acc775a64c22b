package dev.sluice.core;

import java.util.List;

/**
 * The buckets of one output. They are in ascending order of score, and they do not overlap. Every
 * bound is lowered by epsilon, so that floating-point noise does not move a score out of the bucket
 * it was meant for: {@code min - epsilon <= score < max - epsilon}.
 *
 * <p>Immutable and thread-safe. Other classes refer to a bucket by its index; topics and
 * directories are named after the bucket.
 */
public final class ScoreBuckets {
  /** Returned by {@link #indexOf} if no bucket contains the score. */
  public static final int NONE = -1;

  /**
   * The maximum number of buckets. It is limited because {@link DedupKey} stores the index of a
   * bucket in one byte.
   */
  public static final int MAX_BUCKETS = 256;

  private final List<Bucket> buckets;
  private final double[] lower;
  private final double[] upper;

  /**
   * @param buckets at least one, ascending, not overlapping; gaps are allowed
   * @param epsilon amount by which every bound is lowered, at least 0
   * @throws IllegalArgumentException naming the buckets that overlap, repeat or are out of order
   */
  public ScoreBuckets(List<Bucket> buckets, double epsilon) {
    if (buckets.isEmpty()) {
      throw new IllegalArgumentException("there must be at least one bucket");
    }
    if (buckets.size() > MAX_BUCKETS) {
      throw new IllegalArgumentException(
          buckets.size() + " buckets: at most " + MAX_BUCKETS + " are allowed");
    }
    if (!(epsilon >= 0) || Double.isInfinite(epsilon)) {
      throw new IllegalArgumentException("epsilon " + epsilon + " must be a number >= 0");
    }
    this.buckets = List.copyOf(buckets);
    checkOrder(this.buckets);
    this.lower = this.buckets.stream().mapToDouble(b -> b.min() - epsilon).toArray();
    this.upper = this.buckets.stream().mapToDouble(b -> b.max() - epsilon).toArray();
  }

  private static void checkOrder(List<Bucket> buckets) {
    for (int i = 1; i < buckets.size(); i++) {
      Bucket before = buckets.get(i - 1);
      Bucket bucket = buckets.get(i);
      if (bucket.min() < before.max()) {
        throw new IllegalArgumentException(
            "buckets %s [%s, %s) and %s [%s, %s) overlap or are not in ascending order"
                .formatted(
                    before.name(),
                    before.min(),
                    before.max(),
                    bucket.name(),
                    bucket.min(),
                    bucket.max()));
      }
    }
    if (buckets.stream().map(Bucket::name).distinct().count() < buckets.size()) {
      throw new IllegalArgumentException("two buckets have the same name");
    }
  }

  /**
   * Returns the index of the bucket that contains the score, or {@link #NONE}. NaN is in no bucket.
   */
  public int indexOf(double score) {
    for (int i = 0; i < lower.length; i++) {
      if (score >= lower[i] && score < upper[i]) {
        return i;
      }
    }
    return NONE;
  }

  /** Returns the bucket with this index. */
  public Bucket at(int index) {
    return buckets.get(index);
  }

  /** Returns all buckets in ascending order of score. */
  public List<Bucket> all() {
    return buckets;
  }
}
