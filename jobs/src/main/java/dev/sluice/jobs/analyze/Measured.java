package dev.sluice.jobs.analyze;

/** A number that a statistic measures: its distribution, and its correlation with the score. */
final class Measured {
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
