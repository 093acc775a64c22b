package dev.sluice.jobs.analyze;

/**
 * How two numbers go together: Pearson's coefficient, from means and deviations that are added up
 * as Chan, Golub and LeVeque do (1979), so that nothing is lost in large sums. To be added in one
 * order. Not thread-safe.
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

  /** Adds all pairs of another one, which stay there. */
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

  /** From -1 to 1; 0 where one of the numbers never changes. */
  double coefficient() {
    double both = Math.sqrt(squaresX) * Math.sqrt(squaresY);
    return both > 0 ? Math.max(-1, Math.min(1, products / both)) : 0;
  }
}
