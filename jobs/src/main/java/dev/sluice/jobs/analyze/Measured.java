package dev.sluice.jobs.analyze;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

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

  void write(DataOutputStream out) throws IOException {
    numbers.write(out);
    withScore.write(out);
  }

  /** Reads into an empty one. */
  void read(DataInputStream in) throws IOException {
    numbers.read(in);
    withScore.read(in);
  }

  void add(Measured other) {
    numbers.add(other.numbers);
    withScore.add(other.withScore);
  }
}
