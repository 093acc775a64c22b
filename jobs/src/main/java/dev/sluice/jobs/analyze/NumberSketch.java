package dev.sluice.jobs.analyze;

import com.datadoghq.sketch.ddsketch.DDSketch;
import com.datadoghq.sketch.ddsketch.DDSketches;
import com.datadoghq.sketch.ddsketch.mapping.IndexMapping;
import com.datadoghq.sketch.ddsketch.store.Bin;
import java.util.Iterator;

/**
 * Summarises numbers. It has the exact count, minimum, maximum, mean and deviation, and a sketch of
 * the distribution. A quantile has a relative error of at most {@value #RELATIVE_ERROR}; a quantile
 * of 0 is exact. If all numbers are integers, quantiles are rounded to integers, so those below 500
 * are exact.
 *
 * <p>The sketch is DDSketch (Masson, Rim and Lee, VLDB 2019): counts in bins that grow by a
 * constant factor. The bins depend neither on the order of numbers nor on the order of merges. The
 * mean and the deviation, which are rounded, depend on both, so sketches must always be merged in
 * the same order. Memory: 8 bytes for each bin between minimum and maximum (1,150 bins for a factor
 * of ten), at most 6 MB for each sign. Not thread-safe.
 */
public final class NumberSketch {
  /** The maximum relative error of quantiles. */
  public static final double RELATIVE_ERROR = 0.001;

  /** The largest number that has a bin. */
  private static final double GREATEST = 1e300;

  private final DDSketch sketch = DDSketches.logarithmicUnboundedDense(RELATIVE_ERROR);
  private long count;
  private double least = Double.POSITIVE_INFINITY;
  private double greatest = Double.NEGATIVE_INFINITY;
  private double mean;
  private double squares;
  private boolean whole = true;

  /** Receives the bins of a distribution in ascending order. */
  @FunctionalInterface
  public interface BinSink {
    /** Receives the approximate value and the count of a bin. */
    void bin(double about, long count);
  }

  /** Adds a number. An infinity counts as the largest finite number of its sign. */
  public void add(double number) {
    double bounded = Math.max(-GREATEST, Math.min(GREATEST, number));
    sketch.accept(bounded);
    least = Math.min(least, bounded);
    greatest = Math.max(greatest, bounded);
    whole &= bounded == Math.rint(bounded);
    count++;
    double before = bounded - mean;
    mean += before / count;
    squares += before * (bounded - mean);
  }

  /** Adds all numbers of the given sketch. The given sketch does not change. */
  public void add(NumberSketch other) {
    if (other.count == 0) {
      return;
    }
    sketch.mergeWith(other.sketch);
    least = Math.min(least, other.least);
    greatest = Math.max(greatest, other.greatest);
    whole &= other.whole;
    long both = count + other.count;
    double between = other.mean - mean;
    mean += between * other.count / both;
    squares += other.squares + between * between * ((double) count * other.count / both);
    count = both;
  }

  /** Returns the number of values added. */
  public long count() {
    return count;
  }

  /** Returns the smallest number, or infinity if there are no numbers. */
  public double least() {
    return least;
  }

  /** Returns the largest number, or negative infinity if there are no numbers. */
  public double greatest() {
    return greatest;
  }

  /** Returns the mean, or 0 if there are no numbers. */
  public double mean() {
    return mean;
  }

  /** Returns the standard deviation. */
  public double deviation() {
    return count == 0 ? 0 : Math.sqrt(Math.max(0, squares / count));
  }

  /**
   * Returns the approximate number whose rank is {@code share x (count - 1)}, rounded down. The
   * sketch must not be empty.
   */
  public double quantile(double share) {
    double about = sketch.getValueAtQuantile(share);
    return bounded(whole ? Math.rint(about) : about);
  }

  private double bounded(double about) {
    return Math.max(least, Math.min(greatest, about));
  }

  /** Passes on the non-empty bins in ascending order. */
  public void forEachBin(BinSink sink) {
    IndexMapping mapping = sketch.getIndexMapping();
    long others = 0;
    Iterator<Bin> negative = sketch.getNegativeValueStore().getDescendingIterator();
    while (negative.hasNext()) {
      Bin bin = negative.next();
      others += tell(sink, -mapping.value(bin.getIndex()), bin);
    }
    others += (long) sketch.getPositiveValueStore().getTotalCount();
    if (count > others) {
      sink.bin(bounded(0), count - others);
    }
    Iterator<Bin> positive = sketch.getPositiveValueStore().getAscendingIterator();
    while (positive.hasNext()) {
      Bin bin = positive.next();
      tell(sink, mapping.value(bin.getIndex()), bin);
    }
  }

  private long tell(BinSink sink, double about, Bin bin) {
    long numbers = (long) bin.getCount();
    sink.bin(bounded(about), numbers);
    return numbers;
  }
}
