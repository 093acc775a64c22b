package dev.sluice.jobs.analyze;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The results for a sequence of documents. Profiles of consecutive sequences are merged in order.
 * Memory: a sketch for each measured number, and a few thousand values for each label. Not
 * thread-safe.
 */
final class Profile {
  private final Map<String, Measured> numbers = new LinkedHashMap<>();
  private final Map<String, LabelCounts> labels = new LinkedHashMap<>();
  private final SortedMap<String, Long> problems = new TreeMap<>();
  private final SortedMap<String, Long> failed = new TreeMap<>();
  private final SortedMap<String, Long> dropped = new TreeMap<>();
  private long rows;
  private long documents;
  private long textBytes;

  void addRow() {
    rows++;
  }

  void addDocument(long bytes) {
    documents++;
    textBytes += bytes;
  }

  Measured number(String name) {
    return numbers.computeIfAbsent(name, any -> new Measured());
  }

  LabelCounts label(String name) {
    return labels.computeIfAbsent(name, any -> new LabelCounts());
  }

  /** Returns the number of rows without a document, by reason. */
  SortedMap<String, Long> problems() {
    return problems;
  }

  /** Returns the number of documents that an operator could not judge, by operator. */
  SortedMap<String, Long> failed() {
    return failed;
  }

  /** Returns the number of documents that a rule would drop, by rule. */
  SortedMap<String, Long> dropped() {
    return dropped;
  }

  /** Increments a count. */
  static void count(SortedMap<String, Long> counts, String name) {
    count(counts, name, 1);
  }

  private static void count(SortedMap<String, Long> counts, String name, long more) {
    counts.merge(name, more, Long::sum);
  }

  /** Adds the results for the next documents in the sequence. */
  void add(Profile next) {
    next.numbers.forEach((name, measured) -> number(name).add(measured));
    next.labels.forEach((name, counts) -> label(name).add(counts));
    next.problems.forEach((name, count) -> count(problems, name, count));
    next.failed.forEach((name, count) -> count(failed, name, count));
    next.dropped.forEach((name, count) -> count(dropped, name, count));
    rows += next.rows;
    documents += next.documents;
    textBytes += next.textBytes;
  }

  Map<String, Measured> numbers() {
    return numbers;
  }

  Map<String, LabelCounts> labels() {
    return labels;
  }

  long rows() {
    return rows;
  }

  long documents() {
    return documents;
  }

  long textBytes() {
    return textBytes;
  }

  /** The distribution of a measured number, and its correlation with the score. */
  static final class Measured {
    private final NumberSketch numbers = new NumberSketch();
    private final Correlation withScore = new Correlation();

    NumberSketch numbers() {
      return numbers;
    }

    Correlation withScore() {
      return withScore;
    }

    void add(Measured other) {
      numbers.add(other.numbers);
      withScore.add(other.withScore);
    }
  }

  /**
   * Pearson's correlation of two numbers. Means and deviations are merged by the method of Chan,
   * Golub and LeVeque (1979), which loses no precision in large sums. Values must always be added
   * in the same order. Not thread-safe.
   */
  static final class Correlation {
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

    /** Adds all pairs of the given correlation. The given correlation does not change. */
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

    /** Returns the coefficient, from -1 to 1, or 0 if one of the numbers is constant. */
    double coefficient() {
      double both = Math.sqrt(squaresX) * Math.sqrt(squaresY);
      return both > 0 ? Math.max(-1, Math.min(1, products / both)) : 0;
    }
  }
}
