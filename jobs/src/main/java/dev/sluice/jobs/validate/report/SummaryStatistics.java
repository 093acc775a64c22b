package dev.sluice.jobs.validate.report;

/** Count, minimum, maximum and sum of values. Not thread-safe. */
public final class SummaryStatistics {
  private long count;
  private double min = Double.POSITIVE_INFINITY;
  private double max = Double.NEGATIVE_INFINITY;
  private double sum;

  public void add(double value) {
    count++;
    min = Math.min(min, value);
    max = Math.max(max, value);
    sum += value;
  }

  public double min() {
    return count == 0 ? 0 : min;
  }

  public double max() {
    return count == 0 ? 0 : max;
  }

  public double mean() {
    return count == 0 ? 0 : sum / count;
  }
}
