package dev.sluice.jobs.analyze;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.jobs.analyze.AnalysisReport.Histogram;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NumberSketchTest {
  private static NumberSketch of(double... numbers) {
    NumberSketch sketch = new NumberSketch();
    Arrays.stream(numbers).forEach(sketch::add);
    return sketch;
  }

  /** Numbers as statistics have them: shares, counts, lengths, many zeros, some below. */
  private static List<double[]> samples() {
    Random random = new Random(9);
    int count = 30_000;
    return List.of(
        random.doubles(count).toArray(),
        random.doubles(count).map(x -> x < 0.7 ? 0 : x * x).toArray(),
        random.doubles(count).map(x -> Math.floor(Math.exp(12 * x))).toArray(),
        random.doubles(count).map(x -> (x - 0.4) * 1e6).toArray(),
        random.ints(count, 0, 5).mapToDouble(x -> x).toArray());
  }

  @Test
  void shouldBeWithinItsErrorOfExactQuantiles() {
    for (double[] numbers : samples()) {
      NumberSketch sketch = of(numbers);
      double[] sorted = numbers.clone();
      Arrays.sort(sorted);
      for (double share : AnalysisReport.QUANTILES) {
        double exact = sorted[(int) (share * (sorted.length - 1))];
        assertThat(sketch.quantile(share)).isCloseTo(exact, within(allowed(exact)));
      }
      assertThat(sketch.least()).isEqualTo(sorted[0]);
      assertThat(sketch.greatest()).isEqualTo(sorted[sorted.length - 1]);
      double mean = Arrays.stream(numbers).average().orElseThrow();
      double squares = Arrays.stream(numbers).map(x -> (x - mean) * (x - mean)).sum();
      assertThat(sketch.mean()).isCloseTo(mean, within(1e-9 * Math.abs(mean)));
      double deviation = Math.sqrt(squares / numbers.length);
      assertThat(sketch.deviation()).isCloseTo(deviation, within(1e-9 * deviation));
    }
  }

  /** Whole numbers are rounded. */
  private static double allowed(double exact) {
    double sketched = Math.abs(exact) * NumberSketch.RELATIVE_ERROR * 1.0001;
    return exact != Math.rint(exact) ? sketched : sketched < 0.5 ? 0 : sketched + 0.5;
  }

  @Test
  void shouldBeTheSameInPieces() {
    for (double[] numbers : samples()) {
      NumberSketch whole = of(numbers);
      NumberSketch sum = new NumberSketch();
      for (int from = 0; from < numbers.length; from += 777) {
        sum.add(of(Arrays.copyOfRange(numbers, from, Math.min(numbers.length, from + 777))));
      }
      sum.add(new NumberSketch());
      assertThat(bins(sum)).isEqualTo(bins(whole));
      assertThat(sum.mean()).isCloseTo(whole.mean(), within(1e-9 * Math.abs(whole.mean())));
      assertThat(sum.deviation()).isCloseTo(whole.deviation(), within(1e-9 * whole.deviation()));
    }
  }

  private static List<String> bins(NumberSketch sketch) {
    List<String> bins = new ArrayList<>();
    sketch.forEachBin((about, count) -> bins.add(about + " " + count));
    return bins;
  }

  @Test
  void shouldReportItsBinsInOrderWithAllNumbers() {
    for (double[] numbers : samples()) {
      long[] count = {0};
      double[] before = {Double.NEGATIVE_INFINITY};
      of(numbers)
          .forEachBin(
              (about, some) -> {
                assertThat(about).isGreaterThanOrEqualTo(before[0]);
                before[0] = about;
                count[0] += some;
              });
      assertThat(count[0]).isEqualTo(numbers.length);
    }
  }

  @Test
  void shouldTakeNumbersThatAreNotFinite() {
    NumberSketch sketch = of(Double.POSITIVE_INFINITY, 0, Double.NEGATIVE_INFINITY, 1e-320);
    assertThat(sketch.count()).isEqualTo(4);
    assertThat(sketch.quantile(0.5)).isBetween(0.0, 1e-300);
    assertThat(Histogram.of(sketch).counts().stream().mapToLong(x -> x).sum()).isEqualTo(4);
  }

  @Test
  void shouldShowBarsOfMagnitudesWhereNumbersSpread() {
    assertThat(Histogram.of(of(samples().get(4))).logarithmic()).isFalse();
    double[] lengths = samples().get(2);
    for (int i = 0; i < lengths.length; i++) {
      lengths[i] += 10;
    }
    Histogram shifted = Histogram.of(of(lengths));
    assertThat(shifted.logarithmic()).isTrue();
    assertThat(shifted.counts()).hasSize(20);
    assertThat(shifted.counts().stream().mapToLong(x -> x).sum()).isEqualTo(lengths.length);
    assertThat(Histogram.of(of(3, 3, 3)).counts()).containsExactly(3L);
  }
}
