package dev.sluice.core;

import java.util.List;

/**
 * The buckets of one output, in ascending order of score and disjoint. Every bound is lowered by
 * epsilon, so that a score that misses its bound by floating point noise stays in the bucket it was
 * meant for: {@code min - epsilon <= score < max - epsilon}.
 *
 * <p>Immutable and thread-safe. A bucket is known by its index from here on.
 */
public final class ScoreBuckets {
  /** The answer of {@link #indexOf} for a score that no bucket takes. */
  public static final int NONE = -1;

  /** The index of a bucket has one byte in the keys of the deduplication store. */
  public static final int MAX_BUCKETS = 256;

  private final List<Bucket> buckets;
  private final double[] lower;
  private final double[] upper;

  /**
   * @param buckets at least one, ascending, not overlapping; gaps are allowed
   * @param epsilon by how much every bound is lowered, at least 0
   * @throws IllegalArgumentException naming the buckets that overlap, repeat or are out of order
   */
  public ScoreBuckets(List<Bucket> buckets, double epsilon) {
    if (buckets.isEmpty()) {
      throw new IllegalArgumentException("no buckets: at least one is needed");
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

  /** The index of the bucket that takes this score, or {@link #NONE}. NaN is in no bucket. */
  public int indexOf(double score) {
    for (int i = 0; i < lower.length; i++) {
      if (score >= lower[i] && score < upper[i]) {
        return i;
      }
    }
    return NONE;
  }

  /** The bucket at an index that {@link #indexOf} gave. */
  public Bucket at(int index) {
    return buckets.get(index);
  }

  /** All buckets in ascending order of score. */
  public List<Bucket> all() {
    return buckets;
  }
}
