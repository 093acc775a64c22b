package dev.sluice.jobs.analyze;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.jobs.analyze.Profile.Correlation;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CorrelationTest {
  /** Pearson's coefficient as it is defined. */
  private static double plain(double[] x, double[] y) {
    double meanX = Arrays.stream(x).average().orElseThrow();
    double meanY = Arrays.stream(y).average().orElseThrow();
    double products = 0;
    double squaresX = 0;
    double squaresY = 0;
    for (int i = 0; i < x.length; i++) {
      products += (x[i] - meanX) * (y[i] - meanY);
      squaresX += (x[i] - meanX) * (x[i] - meanX);
      squaresY += (y[i] - meanY) * (y[i] - meanY);
    }
    return products / Math.sqrt(squaresX * squaresY);
  }

  @Test
  void shouldBePearsonsCoefficientAlsoInPieces() {
    Random random = new Random(5);
    double[] x = new double[5_000];
    double[] y = new double[5_000];
    Correlation whole = new Correlation();
    Correlation sum = new Correlation();
    Correlation piece = new Correlation();
    for (int i = 0; i < x.length; i++) {
      x[i] = 1e9 + random.nextGaussian();
      y[i] = 0.3 * (x[i] - 1e9) + random.nextGaussian();
      whole.add(x[i], y[i]);
      piece.add(x[i], y[i]);
      if (i % 321 == 0 || i == x.length - 1) {
        sum.add(piece);
        piece = new Correlation();
      }
    }
    assertThat(whole.coefficient()).isCloseTo(plain(x, y), within(1e-6));
    assertThat(sum.coefficient()).isCloseTo(whole.coefficient(), within(1e-6));
    assertThat(sum.count()).isEqualTo(5_000);
  }

  @Test
  void shouldBeZeroWhereNothingChanges() {
    Correlation none = new Correlation();
    none.add(1, 2);
    none.add(1, 3);
    assertThat(none.coefficient()).isZero();
  }
}
