package dev.sluice.jobs.survey;

import dev.sluice.core.Bucket;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Bars of a histogram of scores. Every bound of a bucket is the edge of a bar, and the bars of a
 * bucket have equal widths. The outer bars include everything beyond them. Counts are exact. Not
 * thread-safe.
 */
public final class ScoreBars {
  /** About this many bars between the lowest and the highest bound. */
  private static final int BARS = 64;

  private final List<Bar> bars = new ArrayList<>();
  private final int[] first;
  private final long[] counts;

  /**
   * A bar.
   *
   * @param from lowest score, inclusive
   * @param to highest score, exclusive
   * @param bucket index of its bucket
   * @param count documents in it
   */
  public record Bar(double from, double to, int bucket, long count) {}

  /**
   * Starts without scores.
   *
   * @param buckets in ascending order
   * @param min lowest allowed score, where the first bucket has no lower bound
   * @param max highest allowed score, where the last bucket has no upper bound
   */
  ScoreBars(List<Bucket> buckets, double min, double max) {
    double from = bounded(buckets.get(0).min(), min, max);
    double to = bounded(buckets.get(buckets.size() - 1).max(), min, max);
    this.first = new int[buckets.size() + 1];
    for (int index = 0; index < buckets.size(); index++) {
      double low = bounded(buckets.get(index).min(), min, max);
      double high = bounded(buckets.get(index).max(), min, max);
      int parts = to > from ? (int) Math.max(1, Math.round(BARS * (high - low) / (to - from))) : 1;
      for (int part = 0; part < parts; part++) {
        double width = (high - low) / parts;
        bars.add(new Bar(low + width * part, low + width * (part + 1), index, 0));
      }
      first[index + 1] = bars.size();
    }
    this.counts = new long[bars.size()];
  }

  /** An open bound as a number that can be shown. */
  private static double bounded(double bound, double min, double max) {
    double least = Double.isFinite(min) ? min : -1e3;
    double most = Double.isFinite(max) ? max : 1e3;
    return Math.max(least, Math.min(most, bound));
  }

  /** Counts a score of a bucket. */
  void add(int bucket, double score) {
    int bar = first[bucket];
    while (bar + 1 < first[bucket + 1] && score >= bars.get(bar + 1).from()) {
      bar++;
    }
    counts[bar]++;
  }

  /** Adds the counts of other bars of the same buckets. */
  void add(ScoreBars other) {
    for (int bar = 0; bar < counts.length; bar++) {
      counts[bar] += other.counts[bar];
    }
  }

  /** The bounds of all buckets in ascending order; where one is open, the end of the bars. */
  public SortedSet<Double> bounds() {
    SortedSet<Double> bounds = new TreeSet<>();
    for (int bucket = 0; bucket + 1 < first.length; bucket++) {
      bounds.add(bars.get(first[bucket]).from());
      bounds.add(bars.get(first[bucket + 1] - 1).to());
    }
    return bounds;
  }

  /** All bars in ascending order. */
  public List<Bar> all() {
    List<Bar> all = new ArrayList<>();
    for (int bar = 0; bar < counts.length; bar++) {
      Bar empty = bars.get(bar);
      all.add(new Bar(empty.from(), empty.to(), empty.bucket(), counts[bar]));
    }
    return all;
  }
}
