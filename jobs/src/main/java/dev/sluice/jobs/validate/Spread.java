package dev.sluice.jobs.validate;

/** Number, least, greatest and sum of values. Not thread-safe. */
final class Spread {
  private long count;
  private double min = Double.POSITIVE_INFINITY;
  private double max = Double.NEGATIVE_INFINITY;
  private double sum;

  void add(double value) {
    count++;
    min = Math.min(min, value);
    max = Math.max(max, value);
    sum += value;
  }

  double min() {
    return count == 0 ? 0 : min;
  }

  double max() {
    return count == 0 ? 0 : max;
  }

  double mean() {
    return count == 0 ? 0 : sum / count;
  }
}
