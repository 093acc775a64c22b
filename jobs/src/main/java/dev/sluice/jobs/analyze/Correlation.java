package dev.sluice.jobs.analyze;

/**
 * Pearson's correlation of two numbers, from means and deviations that are merged by the method of
 * Chan, Golub and LeVeque (1979), which loses no precision in large sums. Values must always be
 * added in the same order. Not thread-safe.
 */
final class Correlation {
  private long count;
  private double meanX;
  private double meanY;
  private double squaresX;
  private double squaresY;
  private double products;

  /** Adds a pair. */
  void add(double x, double y) {
    count++;
    double beforeX = x - meanX;
    double beforeY = y - meanY;
    meanX += beforeX / count;
    meanY += beforeY / count;
    squaresX += beforeX * (x - meanX);
    squaresY += beforeY * (y - meanY);
    products += beforeX * (y - meanY);
  }

  /** Adds all pairs of another one, which is not changed. */
  void add(Correlation other) {
    if (other.count == 0) {
      return;
    }
    long both = count + other.count;
    double weight = (double) count * other.count / both;
    double betweenX = other.meanX - meanX;
    double betweenY = other.meanY - meanY;
    squaresX += other.squaresX + betweenX * betweenX * weight;
    squaresY += other.squaresY + betweenY * betweenY * weight;
    products += other.products + betweenX * betweenY * weight;
    meanX += betweenX * other.count / both;
    meanY += betweenY * other.count / both;
    count = both;
  }

  long count() {
    return count;
  }

  /** From -1 to 1; 0 if one of the numbers is constant. */
  double coefficient() {
    double both = Math.sqrt(squaresX) * Math.sqrt(squaresY);
    return both > 0 ? Math.max(-1, Math.min(1, products / both)) : 0;
  }
}
